// check: verdict=violated kind=assertion cut=random
// A thread works until a time has come, by sleeping: time passes in a schedule as it does when that is executed again.
public class SpinsBesideDeadline {
    static volatile int rounds;

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                long end = System.nanoTime() + 50_000_000;
                while (System.nanoTime() < end) {
                    rounds++;
                    Thread.sleep(1);
                }
            } catch (InterruptedException e) {
                return;
            }
        }).start();
        while (rounds < 40) {
        }
        assert false : "after 40 rounds";
    }
}
