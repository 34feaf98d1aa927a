// check: verdict=race-free weak=true
// What is written to a volatile field before anybody knows its object is a release all the same. The object is handed on by an
// opaque access, which orders nothing; who then reads the field is ordered.
import java.util.concurrent.atomic.AtomicReference;

public class HandedOnUnshared {
    static class Latch {
        volatile int state;
    }

    static final AtomicReference<Latch> HANDED = new AtomicReference<>();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Latch latch = new Latch();
            latch.state = 1;
            data = 1;
            latch.state = 2;
            HANDED.setOpaque(latch);
        });
        thread.start();
        Latch latch = HANDED.getOpaque();
        if (latch != null && latch.state == 2) {
            assert data == 1;
        }
        thread.join();
    }
}
