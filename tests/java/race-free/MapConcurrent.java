// check: verdict=race-free
// Two threads put different keys into the same ConcurrentHashMap, whose table is there already.
// Race-free: its table, nodes and counters are accessed by volatile accesses and compare-and-set.
// Twin: MapUnguarded.java
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class MapConcurrent {
    static final Map<Integer, String> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        MAP.put(0, "before");
        Thread other = new Thread(() -> MAP.put(1, "other"));
        other.start();
        MAP.put(2, "main");
        other.join();
        assert MAP.get(1) != null;
    }
}
