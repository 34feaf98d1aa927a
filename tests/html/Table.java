/** Five philosophers, each of whom takes the fork on the left first. */
public class Table {
    static final int SEATS = 5;

    static final class Fork {
    }

    record Philosopher(Fork left, Fork right) implements Runnable {
        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {
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
            Philosopher philosopher = new Philosopher(forks[seat], forks[(seat + 1) % SEATS]);
            philosophers[seat] = new Thread(philosopher, "Philosopher " + seat);
            philosophers[seat].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
    }
}
