// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Transfers between accounts under two locks taken in a fixed order; the money in the bank never changes. */
public class ConcBank {
    static final class InsufficientFunds extends Exception {
        private static final long serialVersionUID = 1;

        InsufficientFunds(int account, long missing) {
            super("account " + account + " lacks " + missing);
        }
    }

    static final class Account {
        final int number;
        private long balance;
        private int bookings;

        Account(int number, long balance) {
            this.number = number;
            this.balance = balance;
        }

        synchronized long balance() {
            return balance;
        }

        synchronized void deposit(long amount) {
            balance += amount;
            bookings++;
            notifyAll();
        }

        synchronized void withdraw(long amount) throws InsufficientFunds {
            if (balance < amount) {
                throw new InsufficientFunds(number, amount - balance);
            }
            balance -= amount;
            bookings++;
        }

        /** Waits for as much money as is asked for. */
        synchronized void withdrawPatiently(long amount) throws InterruptedException {
            while (balance < amount) {
                wait();
            }
            balance -= amount;
            bookings++;
        }
    }

    static final class Bank {
        final Account[] accounts;

        Bank(int count, long each) {
            accounts = new Account[count];
            for (int i = 0; i < count; i++) {
                accounts[i] = new Account(i, each);
            }
        }

        void transfer(int from, int to, long amount) throws InsufficientFunds {
            Account low = accounts[Math.min(from, to)];
            Account high = accounts[Math.max(from, to)];
            synchronized (low) {
                synchronized (high) {
                    accounts[from].withdraw(amount);
                    accounts[to].deposit(amount);
                }
            }
        }

        /** Locks every account, one inside the other, and adds up what is in them at one moment. */
        long total() {
            return total(0);
        }

        private long total(int from) {
            if (from == accounts.length) {
                long sum = 0;
                for (Account a : accounts) {
                    sum += a.balance;
                }
                return sum;
            }
            synchronized (accounts[from]) {
                return total(from + 1);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank(8, 1_000);
        List<Thread> threads = new ArrayList<>();
        int[] refused = new int[5];
        int[] done = new int[5];
        for (int t = 0; t < 5; t++) {
            int teller = t;
            threads.add(new Thread(() -> {
                Random random = new Random(31L * teller);
                for (int i = 0; i < 400; i++) {
                    try {
                        bank.transfer(random.nextInt(8), random.nextInt(8), random.nextInt(700));
                        done[teller]++;
                    } catch (InsufficientFunds e) {
                        refused[teller]++;
                    }
                    if (i % 50 == 0) {
                        Thread.yield();
                    }
                }
            }, "teller-" + t));
        }
        int[] wrongSums = new int[1];
        Thread auditor = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                wrongSums[0] += bank.total() == 8_000 ? 0 : 1;
                Thread.yield();
            }
        }, "auditor");
        threads.add(auditor);
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        int handled = 0;
        for (int t = 0; t < 5; t++) {
            handled += done[t] + refused[t];
        }
        boolean overdrawn = false;
        int bookings = 0;
        for (Account a : bank.accounts) {
            overdrawn |= a.balance() < 0;
            bookings += a.bookings;
        }
        int completed = done[0] + done[1] + done[2] + done[3] + done[4];
        System.out.println("orders " + handled + ", money " + bank.total() + ", overdrawn " + overdrawn
            + ", wrong audits " + wrongSums[0] + ", two bookings each " + (bookings == 2 * completed));

        Account savings = new Account(100, 0);
        Thread saver = new Thread(() -> {
            for (int i = 1; i <= 40; i++) {
                savings.deposit(i);
            }
        }, "saver");
        Thread spender = new Thread(() -> {
            try {
                for (int i = 40; i >= 1; i--) {
                    savings.withdrawPatiently(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "spender");
        spender.start();
        saver.start();
        saver.join();
        spender.join();
        System.out.println("savings " + savings.balance() + " after " + savings.bookings + " bookings");
        try {
            savings.withdraw(5);
        } catch (InsufficientFunds e) {
            System.out.println(e.getMessage());
        }
    }
}
