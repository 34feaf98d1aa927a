// check: verdict=passed
// Overdrawn with the test and the withdrawal in one section.
// Passed: the second thread sees 0 and does nothing.
// No data race: the balance is accessed under the monitor.
public class NotOverdrawn {
    static int balance = 10;

    static synchronized int balance() {
        return balance;
    }

    static synchronized void withdraw(int amount) {
        if (balance < amount) {
            throw new IllegalStateException("overdrawn");
        }
        balance -= amount;
    }

    static void spend() {
        synchronized (NotOverdrawn.class) {
            if (balance() >= 10) {
                withdraw(10);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NotOverdrawn::spend).start();
        spend();
    }
}
