/**
 * Philosophers at a round table. Each takes the fork on its left, then the one on its right, and eats. Under java that
 * goes well nearly always. Under raceproof check it does not: there is a schedule in which all hold one fork and wait
 * for the other.
 */
public class Dinner {
    static final int SEATS = 3;

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
