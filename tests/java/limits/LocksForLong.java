// check: verdict=incomplete options=--time=2
// Two threads take one lock again and again: an execution has as many races as steps.
public class LocksForLong {
    private static int count;

    private static void counts() {
        for (int i = 0; i < 1_000_000; i++) {
            synchronized (LocksForLong.class) {
                count++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(LocksForLong::counts).start();
        counts();
    }
}
