// scan: candidates=java.util.HashMap.*
// races: java.util.HashMap.*
// Two threads add to a HashSet without a lock.
// Racy: the set keeps its elements in a HashMap, which is written on its behalf.
// Twin: ContainerSetConcurrent.java
import java.util.HashSet;
import java.util.Set;

public class ContainerSetUnguarded {
    static final Set<Integer> SET = new HashSet<>();

    public static void main(String[] args) {
        new Thread(() -> SET.add(1)).start();
        SET.add(2);
    }
}
