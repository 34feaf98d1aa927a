// scan: candidates=LambdaStarted.sum
// races: LambdaStarted.sum
// A loop over a list starts a thread for each number, under a lock, which adds it to the sum.
// Racy: the lambda does not run where it is written; who runs it holds no lock.
// Twin: LambdaForEach.java
import java.util.List;

public class LambdaStarted {
    static final Object LOCK = new Object();
    static final List<Integer> NUMBERS = List.of(1, 2);
    static int sum;

    public static void main(String[] args) {
        synchronized (LOCK) {
            NUMBERS.forEach(number -> new Thread(() -> sum += number).start());
        }
    }
}
