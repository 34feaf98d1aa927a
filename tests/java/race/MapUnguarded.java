// check: verdict=violated kind=data-race variable=java.util.HashMap.* conflict=write-write|write-read|read-write
// Two threads put different keys into the same HashMap, whose table is there already.
// Racy: the keys have places of their own, but the map's size and its count of changes are shared.
// Twin: MapConcurrent.java
import java.util.HashMap;
import java.util.Map;

public class MapUnguarded {
    static final Map<Integer, String> MAP = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        MAP.put(0, "before");
        Thread other = new Thread(() -> MAP.put(1, "other"));
        other.start();
        MAP.put(2, "main");
        other.join();
        assert MAP.get(1) != null;
    }
}
