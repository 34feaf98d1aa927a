import java.util.concurrent.atomic.AtomicInteger;

// The thread that brings the count to a multiple of seven leads; the term is of nobody.
public class LeaderTwice {
    static final AtomicInteger VOTES = new AtomicInteger();
    static int term;

    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            new Thread(() -> {
                for (int n = 0; n < 3; n++) {
                    if (VOTES.incrementAndGet() % 7 == 0) term++;
                }
            }).start();
        }
    }
}
