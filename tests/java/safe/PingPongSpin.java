// check: verdict=passed
// Two threads take turns by spinning on one volatile; the ball goes there and back once.
// Passed: each waits for the number that only the other writes.
// No data race: the turn orders the accesses of the plain count.

public class PingPongSpin {
    static volatile int turn;
    static int count;

    static void hit(int my) {
        while (turn != my) {
            Thread.onSpinWait();
        }
        count++;
        turn = my + 1;
    }

    public static void main(String[] args) {
        new Thread(() -> hit(1)).start();
        hit(0);
        hit(2);
        assert count == 3;
    }
}
