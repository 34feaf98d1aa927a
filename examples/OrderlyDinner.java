/**
 * The philosophers of Dinner, but each takes the fork of the lower number first: nobody can wait in a circle.
 */
public class OrderlyDinner {
    static final int SEATS = 3;

    static final class Fork {
    }

    record Philosopher(Fork first, Fork second) implements Runnable {
        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    Thread.onSpinWait(); // eats
                }
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Fork[] forks = new Fork[SEATS];
        for (int seat = 0; seat < SEATS; seat++) {
            forks[seat] = new Fork();
        }
        Thread[] philosophers = new Thread[SEATS];
        for (int seat = 0; seat < SEATS; seat++) {
            int other = (seat + 1) % SEATS;
            Philosopher philosopher = new Philosopher(forks[Math.min(seat, other)], forks[Math.max(seat, other)]);
            philosophers[seat] = new Thread(philosopher, "Philosopher " + seat);
            philosophers[seat].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
    }
}
