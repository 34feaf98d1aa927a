// check: verdict=violated kind=data-race variable=char[][0] conflict=write-read|read-write
// A thread has the class library fill an array with the letters of a string, and hands it over by an opaque write.
// Racy: an opaque write and read order nothing, so the reader may find the array empty.
// Twin: LettersHandedReleased.java
import java.util.concurrent.atomic.AtomicReference;

public class LettersHandedOpaque {
    static final AtomicReference<char[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            char[] made = Thread.currentThread().getName().toCharArray();
            handed.setOpaque(made);
        }).start();
        char[] found = handed.getOpaque();
        if (found != null) {
            int read = found[0];
        }
    }
}
