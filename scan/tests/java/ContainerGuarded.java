// scan: candidates=none
// races: none
// Two threads put into a HashMap under a lock.
// Proved by the global lock: what the map does is done at the call, and there the lock is held.
// Twin: ContainerUnguarded.java
import java.util.HashMap;
import java.util.Map;

public class ContainerGuarded {
    static final Map<Integer, String> MAP = new HashMap<>();

    static void put(int key) {
        synchronized (MAP) {
            MAP.put(key, "value");
        }
    }

    public static void main(String[] args) {
        new Thread(() -> put(1)).start();
        put(2);
    }
}
