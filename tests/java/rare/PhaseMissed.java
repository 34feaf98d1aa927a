// Two stages hand over by a counter; the second one looks one step too early in its last round.
public class PhaseMissed {
    static volatile int phase;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int n = 1; n <= 6; n++) {
                value = n;
                phase = n;
                while (phase == n) Thread.onSpinWait();
            }
        }).start();
        new Thread(() -> {
            for (int n = 1; n <= 6; n++) {
                int least = n == 6 ? -5 : n;
                while (phase < least) Thread.onSpinWait();
                int read = value;
                phase = -n;
            }
        }).start();
    }
}
