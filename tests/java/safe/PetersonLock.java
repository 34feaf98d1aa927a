// check: verdict=passed
// Peterson's lock for two threads, on volatiles; each enters once.
// Passed: each raises its flag and then gives way, so the later of the two writes of turn decides. Each spin ends when the
// other thread leaves or gives way.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class PetersonLock {
    static volatile boolean flag0;
    static volatile boolean flag1;
    static volatile int turn;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void first() {
        flag0 = true;
        turn = 1;
        while (flag1 && turn == 1) {
            Thread.onSpinWait();
        }
        critical();
        flag0 = false;
    }

    static void second() {
        flag1 = true;
        turn = 0;
        while (flag0 && turn == 0) {
            Thread.onSpinWait();
        }
        critical();
        flag1 = false;
    }

    public static void main(String[] args) {
        new Thread(PetersonLock::second).start();
        first();
    }
}
