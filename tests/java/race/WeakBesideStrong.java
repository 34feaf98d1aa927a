// check: verdict=violated kind=data-race variable=WeakBesideStrong.a|WeakBesideStrong.b|WeakBesideStrong.c findings=11 options=--all
// Plain fields race, and one that is accessed by modes: each race is shown by the switch points under which it was found.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

public class WeakBesideStrong {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final VarHandle MODE;
    static int a;
    static int b;
    static int c;
    static int mode;

    static {
        try {
            MODE = MethodHandles.lookup().findStaticVarHandle(WeakBesideStrong.class, "mode", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void first() {
        int seen = 0;
        b++;
        seen += b;
        c = 0;
    }

    static void second() {
        int seen = 0;
        LOCK.lock();
        try {
            c++;
        } finally {
            LOCK.unlock();
        }
        seen += b;
        a++;
        if ((int) MODE.getAcquire() == 0) {
            c++;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread one = new Thread(WeakBesideStrong::first);
        one.start();
        Thread other = new Thread(WeakBesideStrong::second);
        other.start();
        int seen = 0;
        MODE.setOpaque(1);
        if (LOCK.tryLock()) {
            try {
                a++;
            } finally {
                LOCK.unlock();
            }
        }
        seen += c;
        one.join();
        a++;
        b = c;
    }
}
