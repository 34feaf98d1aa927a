// scan: candidates=java.util.HashMap.*
// races: java.util.HashMap.*
// Two threads put into a HashMap without a lock.
// Racy: no variable of this program is written, but those of the map are, on its behalf.
// Twin: ContainerGuarded.java
import java.util.HashMap;
import java.util.Map;

public class ContainerUnguarded {
    static final Map<Integer, String> MAP = new HashMap<>();

    static void put(int key) {
        MAP.put(key, "value");
    }

    public static void main(String[] args) {
        new Thread(() -> put(1)).start();
        put(2);
    }
}
