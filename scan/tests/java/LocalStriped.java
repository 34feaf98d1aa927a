// scan: candidates=int[]
// races: none
// Two threads count in the elements of an array, under the lock of the same index in an array of locks.
// Race-free, as an element has one lock. A candidate all the same: the algorithm does not relate two indices.
// Twin: GlobalStaticFinal.java
public class LocalStriped {
    static final Object[] LOCKS = {new Object(), new Object()};
    static final int[] COUNTS = new int[2];

    static void count(int from) {
        for (int i = 0; i < COUNTS.length; i++) {
            int index = (from + i) % COUNTS.length;
            synchronized (LOCKS[index]) {
                COUNTS[index]++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> count(0)).start();
        count(1);
    }
}
