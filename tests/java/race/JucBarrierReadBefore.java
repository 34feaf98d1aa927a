// check: verdict=violated kind=data-race variable=JucBarrierReadBefore.value conflict=write-read|read-write
// Main writes a plain field and meets a thread at a CyclicBarrier; the thread reads the field before the meeting.
// Racy: nothing orders what the two do before the barrier.
// Twin: JucBarrierReadAfter.java
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class JucBarrierReadBefore {
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
            int seen = value;
            meet();
        }).start();
        value = 1;
        meet();
    }
}
