// check: verdict=passed
// Two threads draw numbers of their own. Which thread draws what does not depend on who begins.
// Passed: so the one number is larger in all schedules. (Real Java draws others each time.)
import java.util.concurrent.ThreadLocalRandom;

public class DrawsByThread {
    static int one;
    static int other;

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> one = ThreadLocalRandom.current().nextInt(1000));
        Thread second = new Thread(() -> other = ThreadLocalRandom.current().nextInt(1000));
        first.start();
        second.start();
        first.join();
        second.join();
        assert one > other;
    }
}
