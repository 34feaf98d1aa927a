// check: verdict=violated kind=data-race variable=NonFinalPublished$Box.size conflict=write-read benign=NonFinalPublished.box
// A thread makes an object and publishes it through a plain field; main reads the object's field if it sees the object.
// Racy: the object's field is not final, so that nothing orders its write in the constructor and main's read.
// That the reference races, too, is accepted here.
// Twin: FinalPublished.java
public class NonFinalPublished {
    static final class Box {
        int size;

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
