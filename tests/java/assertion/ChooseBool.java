// check: verdict=violated kind=assertion options=choose
// Two threads withdraw, main under the monitor or not, as is chosen.
// Schedule: the choice is true, and both read 10 and write 9. No schedule is wrong when it is false.
// No data race: the balance is volatile.
import raceproof.Choose;

public class ChooseBool {
    static volatile int balance = 10;

    static void withdraw() {
        int seen = balance;
        balance = seen - 1;
    }

    static synchronized void withdrawSafely() {
        withdraw();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ChooseBool::withdrawSafely);
        other.start();
        if (Choose.bool()) {
            withdraw();
        } else {
            withdrawSafely();
        }
        other.join();
        assert balance == 8;
    }
}
