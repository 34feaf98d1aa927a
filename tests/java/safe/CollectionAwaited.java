// check: verdict=passed
// Two threads wait for garbage to be collected, which the machine never does as far as the program can see: that is among the
// assumptions, and no livelock.
import java.lang.ref.WeakReference;

public class CollectionAwaited {
    static final WeakReference<Object> WEAK = new WeakReference<>(new Object());

    static void await() {
        while (WEAK.get() != null) {
            System.gc();
            Thread.yield();
        }
    }

    public static void main(String[] args) {
        new Thread(CollectionAwaited::await).start();
        await();
    }
}
