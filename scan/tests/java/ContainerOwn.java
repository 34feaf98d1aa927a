// scan: candidates=none
// races: none
// A loop makes a HashMap for each thread, which puts into it without a lock.
// Proved by thread-local: the map is reached from the task of its own iteration only, and so is what it consists of.
// Twin: ContainerUnguarded.java
import java.util.HashMap;
import java.util.Map;

public class ContainerOwn {
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Map<Integer, String> map = new HashMap<>();
            new Thread(() -> map.put(1, "value")).start();
        }
    }
}
