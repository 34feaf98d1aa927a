// check: verdict=race-free weak=true
// A thread that was never started is interrupted, and handed on by an opaque access: who sees that it was interrupted is ordered
// after the interrupt (JLS 17.4.4).
import java.util.concurrent.atomic.AtomicReferenceArray;

public class HandedOnInterrupted {
    static final AtomicReferenceArray<Thread> HANDED = new AtomicReferenceArray<>(1);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Thread never = new Thread();
            data = 1;
            never.interrupt();
            HANDED.setOpaque(0, never);
        });
        thread.start();
        Thread never = HANDED.getOpaque(0);
        if (never != null) {
            assert never.isInterrupted();
            assert data == 1;
        }
        thread.join();
    }
}
