// everyday-buggy: kind=uncaught-exception
// `if` instead of `while` around await: one of two waiting consumers wakes up after the other has taken the only ticket.
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitsOnlyOnce {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static final Deque<Integer> TICKETS = new ArrayDeque<>();

    static void put(int ticket) {
        LOCK.lock();
        try {
            TICKETS.addLast(ticket);
            CHANGED.signalAll();
        } finally {
            LOCK.unlock();
        }
    }

    static int take() {
        LOCK.lock();
        try {
            if (TICKETS.isEmpty()) {
                CHANGED.awaitUninterruptibly();
            }
            return TICKETS.removeFirst();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(AwaitsOnlyOnce::take).start();
        }
        put(1);
        put(2);
    }
}
