// scan: candidates=ThrownByNoCall.divided,ThrownByNoCall.given,ThrownByNoCall.behind
// races: ThrownByNoCall.divided
// What throws is a division, or a null that `requireNonNull` finds, alone or behind the release of the lock; the handlers race.
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

public class ThrownByNoCall {
    static int divided, given, behind;
    static final ReentrantLock LOCK = new ReentrantLock();

    static void work(int by, Object object) {
        try {
            int quotient = 1 / by;
        } catch (ArithmeticException e) {
            divided++;
        }
        try {
            Objects.requireNonNull(object);
        } catch (NullPointerException e) {
            given++;
        }
        LOCK.lock();
        try {
            LOCK.unlock();
            int quotient = 1 / by;
        } catch (ArithmeticException e) {
            behind++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> work(args.length, null)).start();
        work(args.length, null);
    }
}
