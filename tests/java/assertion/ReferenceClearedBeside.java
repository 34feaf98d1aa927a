// check: verdict=violated kind=assertion every=true
// A reference is asked while another clears it.
// Schedule: the other clears it first.
import java.lang.ref.WeakReference;

public class ReferenceClearedBeside {
    static final WeakReference<Object> REFERENCE = new WeakReference<>("kept");

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(REFERENCE::clear);
        other.start();
        assert REFERENCE.get() != null;
        other.join();
    }
}
