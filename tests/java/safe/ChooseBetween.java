// check: verdict=passed options=choose
// A thread adds a chosen number to a counter under a monitor, main another one.
// Passed: whatever is chosen, the sum is that of the two.
// No data race: the counter is accessed under the monitor or after join.
import raceproof.Choose;

public class ChooseBetween {
    static int sum;

    static synchronized void add(int amount) {
        sum += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        int mine = Choose.between(1, 3);
        assert mine >= 1 && mine <= 3;
        int[] others = new int[1];
        Thread other = new Thread(() -> {
            others[0] = Choose.between(5, 6);
            add(others[0]);
        });
        other.start();
        add(mine);
        other.join();
        assert sum == mine + others[0];
    }
}
