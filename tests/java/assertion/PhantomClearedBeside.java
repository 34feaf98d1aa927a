// check: verdict=violated kind=assertion every=true
// A phantom reference is cleared while another thread asks what it refers to.
// Schedule: the other clears it first.
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

public class PhantomClearedBeside {
    static final Object REFERENT = new Object();

    public static void main(String[] args) throws InterruptedException {
        PhantomReference<Object> reference =
                new PhantomReference<>(REFERENT, new ReferenceQueue<>());
        Thread other = new Thread(reference::clear);
        other.start();
        boolean refers = reference.refersTo(REFERENT);
        other.join();
        assert refers;
    }
}
