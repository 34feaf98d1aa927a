import java.util.concurrent.atomic.AtomicInteger;

// A cache is cleaned by the reader that counts the tenth hit; another one may still read the entry.
public class EvictedWhileRead {
    static final AtomicInteger HITS = new AtomicInteger();
    static final Object LOCK = new Object();
    static int entry = 1;

    static int read() {
        int hit = HITS.incrementAndGet();
        synchronized (LOCK) {
            if (hit % 10 != 0) return entry;
        }
        return entry = 0;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                for (int n = 0; n < 4; n++) read();
            }).start();
        }
    }
}
