// scan: candidates=java.util.HashMap.*
// races: java.util.HashMap.*
// Two threads use a HashMap by the wrapper of Collections.synchronizedMap; one walks through its values without a lock.
// Racy: an iterator of the wrapper is that of the map, and holds no lock.
// Twin: ContainerSynchronized.java
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class ContainerSynchronizedWalked {
    static final Map<Integer, Integer> MAP = Collections.synchronizedMap(new HashMap<>());

    public static void main(String[] args) {
        new Thread(() -> MAP.put(1, 1)).start();
        try {
            for (int value : MAP.values()) {
                assert value == 1;
            }
        } catch (java.util.ConcurrentModificationException e) {
            assert MAP.size() <= 1;
        }
    }
}
