/**
 * A race behind a step that a pruned execution takes, and no other: the first thread writes y, then b and a, each under
 * a lock; the second one, if it finds a not written, looks at b, and if that is not written either, writes y. If the
 * first thread comes first, there is no race behind its writing of b, whatever follows; but only there the second thread
 * would be seen to look at b, which it must do before.
 */
public class UnseenStep {
    static final Object p = new Object();
    static final Object q = new Object();
    static int a;
    static int b;
    static int y;

    static void write() {
        y = 1;
        synchronized (p) {
            b = 1;
        }
        synchronized (q) {
            a = 1;
        }
    }

    static void look() {
        boolean none;
        synchronized (q) {
            none = a == 0;
        }
        if (none) {
            synchronized (p) {
                none = b == 0;
            }
            if (none) {
                y = 2;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(UnseenStep::write);
        Thread second = new Thread(UnseenStep::look);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
