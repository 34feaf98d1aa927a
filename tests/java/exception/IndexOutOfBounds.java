// check: verdict=violated kind=uncaught-exception exception=java.lang.ArrayIndexOutOfBoundsException
// Two threads test that there is room and then take the next index, each step atomic, the two together not.
// Schedule: both see index 0 and room for one; the second takes index 1.
// No data race: the index is atomic, the two threads write different elements.
public class IndexOutOfBounds {
    static final java.util.concurrent.atomic.AtomicInteger NEXT = new java.util.concurrent.atomic.AtomicInteger();
    static final int[] ROOM = new int[1];

    static void add() {
        if (NEXT.get() < ROOM.length) {
            ROOM[NEXT.getAndIncrement()] = 1;
        }
    }

    public static void main(String[] args) {
        new Thread(IndexOutOfBounds::add).start();
        add();
    }
}
