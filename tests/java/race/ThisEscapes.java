// check: verdict=violated kind=data-race variable=ThisEscapes.size conflict=write-read|read-write
// A constructor hands out the new object through a volatile field and then writes the object's own field; main reads that.
// Racy: only what the constructor does before it hands out the object is ordered before main's read.
// Twin: ThisPublishedLast.java
public class ThisEscapes {
    static volatile ThisEscapes latest;

    int size;

    ThisEscapes() {
        latest = this;
        size = 5;
    }

    public static void main(String[] args) {
        new Thread(() -> new ThisEscapes()).start();
        ThisEscapes seen = latest;
        if (seen != null) {
            int size = seen.size;
            assert size == 5 || size == 0;
        }
    }
}
