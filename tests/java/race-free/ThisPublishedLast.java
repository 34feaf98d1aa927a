// check: verdict=race-free
// A constructor writes the object's own field and then hands out the object through a volatile field; main reads the former.
// Race-free: the field is written before the volatile, and read after main has seen the object there.
// Twin: ThisEscapes.java
public class ThisPublishedLast {
    static volatile ThisPublishedLast latest;

    int size;

    ThisPublishedLast() {
        size = 5;
        latest = this;
    }

    public static void main(String[] args) {
        new Thread(() -> new ThisPublishedLast()).start();
        ThisPublishedLast seen = latest;
        if (seen != null) {
            int size = seen.size;
            assert size == 5;
        }
    }
}
