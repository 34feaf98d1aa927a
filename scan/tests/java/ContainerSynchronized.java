// scan: candidates=none
// races: none
// Two threads use a HashMap by the wrapper of Collections.synchronizedMap, one of them to look at it all.
// Proved by the lock: the wrapper's methods hold its mutex, which is the wrapper, and so does the loop.
// Twin: ContainerSynchronizedWalked.java
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class ContainerSynchronized {
    static final Map<Integer, Integer> MAP = Collections.synchronizedMap(new HashMap<>());

    public static void main(String[] args) {
        new Thread(() -> MAP.put(1, 1)).start();
        int sum = 0;
        synchronized (MAP) {
            for (int value : MAP.values()) {
                sum += value;
            }
        }
        assert sum <= 1;
    }
}
