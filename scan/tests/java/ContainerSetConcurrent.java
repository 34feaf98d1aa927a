// scan: candidates=none
// races: none
// Two threads add to the set of keys of a ConcurrentHashMap without a lock.
// Proved by the table of trusted classes: the class promises that threads may share it.
// Twin: ContainerSetUnguarded.java
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class ContainerSetConcurrent {
    static final Set<Integer> SET = ConcurrentHashMap.newKeySet();

    public static void main(String[] args) {
        new Thread(() -> SET.add(1)).start();
        SET.add(2);
    }
}
