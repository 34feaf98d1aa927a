// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// An account refuses, by an exception, to be overdrawn; the callers test the balance first, in a section of its own.
// Schedule: both threads see 10 and withdraw 10; the second withdrawal throws.
// No data race: the balance is accessed under the monitor.
public class Overdrawn {
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
        if (balance() >= 10) {
            withdraw(10);
        }
    }

    public static void main(String[] args) {
        new Thread(Overdrawn::spend).start();
        spend();
    }
}
