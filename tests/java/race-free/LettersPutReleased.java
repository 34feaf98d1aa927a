// check: verdict=race-free weak=true
// A thread has the class library copy a string's letters into an array of its own, and hands that over by a releasing write.
// Race-free: a releasing write and the acquiring read of it order what was done before and after.
// Twin: LettersPutOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class LettersPutReleased {
    static final AtomicReference<char[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            char[] made = new char[2];
            "letters".getChars(0, 2, made, 0);
            handed.setRelease(made);
        }).start();
        char[] found = handed.getAcquire();
        if (found != null) {
            int read = found[0];
        }
    }
}
