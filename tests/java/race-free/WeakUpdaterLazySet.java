// check: verdict=race-free weak=true
// A volatile field that one thread sets lazily, by a field updater.
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class WeakUpdaterLazySet {
    volatile Object ready;
    static final AtomicReferenceFieldUpdater<WeakUpdaterLazySet, Object> READY =
        AtomicReferenceFieldUpdater.newUpdater(WeakUpdaterLazySet.class, Object.class, "ready");

    public static void main(String[] args) {
        WeakUpdaterLazySet shared = new WeakUpdaterLazySet();
        new Thread(() -> READY.lazySet(shared, "yes")).start();
        Object seen = shared.ready;
    }
}
