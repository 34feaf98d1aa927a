// check: verdict=race-free benign=FinalPublished.box
// A thread makes an object and publishes it through a plain field; main reads the object's field if it sees the object.
// Race-free but for the reference, which is accepted: the object's field is final, so that main sees it as constructed.
// Twin: NonFinalPublished.java
public class FinalPublished {
    static final class Box {
        final int size;

        Box(int size) {
            this.size = size;
        }
    }

    static Box box;

    public static void main(String[] args) {
        new Thread(() -> box = new Box(5)).start();
        Box seen = box;
        if (seen != null) {
            assert seen.size == 5;
        }
    }
}
