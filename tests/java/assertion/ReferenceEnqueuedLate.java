// check: min=17 verdict=violated kind=assertion every=true
// A reference is asked whom it refers to while another enqueues it.
// Schedule: it is asked first.
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class ReferenceEnqueuedLate {
    static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    static final WeakReference<Object> REFERENCE = new WeakReference<>("kept", QUEUE);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(REFERENCE::enqueue);
        other.start();
        boolean isCleared = REFERENCE.refersTo(null);
        other.join();
        assert QUEUE.poll() == REFERENCE;
        assert isCleared;
    }
}
