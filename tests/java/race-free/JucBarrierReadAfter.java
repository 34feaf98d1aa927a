// check: verdict=race-free
// Main writes a plain field and meets a thread at a CyclicBarrier; the thread reads the field after the meeting.
// Race-free: what a thread does before await comes before the return of every await of that meeting.
// Twin: JucBarrierReadBefore.java
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class JucBarrierReadAfter {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    static int value;

    static void meet() {
        try {
            BARRIER.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            meet();
            int seen = value;
        }).start();
        value = 1;
        meet();
    }
}
