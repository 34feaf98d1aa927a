// check: verdict=violated kind=data-race variable=char[][0] conflict=write-read|read-write
// A thread has the class library copy a string's letters into an array of its own, and hands that over by an opaque write.
// Racy: an opaque write and read order nothing, so the reader may find the array empty.
// Twin: LettersPutReleased.java
import java.util.concurrent.atomic.AtomicReference;

public class LettersPutOpaque {
    static final AtomicReference<char[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            char[] made = new char[2];
            "letters".getChars(0, 2, made, 0);
            handed.setOpaque(made);
        }).start();
        char[] found = handed.getOpaque();
        if (found != null) {
            int read = found[0];
        }
    }
}
