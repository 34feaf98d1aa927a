// scan: candidates=none
// races: none
// Two threads sum up a list by forEach, under a lock.
// Proved by the global lock: the lambda runs where forEach is called, and the lock is held there.
// Twin: LambdaStarted.java
import java.util.List;

public class LambdaForEach {
    static final Object LOCK = new Object();
    static final List<Integer> NUMBERS = List.of(1, 2);
    static int sum;

    static void add() {
        synchronized (LOCK) {
            NUMBERS.forEach(number -> sum += number);
        }
    }

    public static void main(String[] args) {
        new Thread(LambdaForEach::add).start();
        add();
    }
}
