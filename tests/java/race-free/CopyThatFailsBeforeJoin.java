// check: verdict=race-free
// A thread copies objects into an array of integers, the second of which is none, so that the copying fails; main reads the first
// when that thread has ended.
// Race-free: the thread's end happens before the return of join.
// Twin: CopyThatFails.java
public class CopyThatFailsBeforeJoin {
    static final Integer[] integers = new Integer[2];

    static void copy() {
        try {
            System.arraycopy(new Object[] {1, "two"}, 0, integers, 0, 2);
        } catch (ArrayStoreException expected) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(CopyThatFailsBeforeJoin::copy);
        copies.start();
        copies.join();
        Integer first = integers[0];
    }
}
