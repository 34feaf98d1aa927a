/**
 * A race that is found by reversing two steps that are ordered by others. The second thread writes y if it reads c before
 * the first one has written it, under the lock p. In the execution in which the first thread comes first, its step under
 * p is ordered before that of the second one by their steps under q, behind which there is no race.
 */
public class UnseenOrder {
    static final Object p = new Object();
    static final Object q = new Object();
    static final Object m = new Object();
    static int a;
    static int c;
    static int y;

    static void first() {
        synchronized (p) {
            c = 1;
        }
        synchronized (q) {
            a++;
        }
        synchronized (m) {
            y = 1;
        }
    }

    static void second() {
        synchronized (q) {
            a++;
        }
        int read;
        synchronized (p) {
            read = c;
        }
        if (read == 0) {
            y = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(UnseenOrder::first);
        Thread second = new Thread(UnseenOrder::second);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
