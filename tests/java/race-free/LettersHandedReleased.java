// check: verdict=race-free weak=true
// A thread has the class library fill an array with the letters of a string, and hands it over by a releasing write.
// Race-free: a releasing write and the acquiring read of it order what was done before and after.
// Twin: LettersHandedOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class LettersHandedReleased {
    static final AtomicReference<char[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            char[] made = Thread.currentThread().getName().toCharArray();
            handed.setRelease(made);
        }).start();
        char[] found = handed.getAcquire();
        if (found != null) {
            int read = found[0];
        }
    }
}
