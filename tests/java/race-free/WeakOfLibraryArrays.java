// check: verdict=race-free
// The class library's own atomic arrays, and what it accesses plainly of the program's: nobody asks for less than volatile.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class WeakOfLibraryArrays {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(new String[] { "a", "b" });
        Thread other = new Thread(() -> { map.put(1, texts.getAndSet(0, "c")); });
        other.start();
        map.get(1);
        texts.compareAndSet(0, "c", "d");
        other.join();
    }
}
