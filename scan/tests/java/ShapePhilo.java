// scan: candidates=none
// races: none
// Philosophers at a round table, with the structure of the philo benchmark: the forks are an array that the table's
// monitor guards, and so is the number of meals. `interruptions` is written in the handlers of InterruptedException
// only, which are dead as nobody interrupts. What a philosopher counts is a field of its own thread (thread-local), and
// main sums it up when it has joined all (parallel).
// Twin: ShapePhiloUnguarded.java
public class ShapePhilo {
    /** The table, with a fork at the left of each seat. */
    static final class Table {
        private final boolean[] taken;
        private int meals;
        private int waits;
        int interruptions;

        Table(int seats) {
            taken = new boolean[seats];
        }

        int seats() {
            return taken.length;
        }

        private int right(int seat) {
            return (seat + 1) % taken.length;
        }

        private boolean bothFree(int seat) {
            return !taken[seat] && !taken[right(seat)];
        }

        private void setBoth(int seat, boolean value) {
            taken[seat] = value;
            taken[right(seat)] = value;
        }

        /** Waits until both forks of a seat are free, and takes them. */
        synchronized void takeForks(int seat) {
            while (!bothFree(seat)) {
                waits++;
                try {
                    wait();
                } catch (InterruptedException e) {
                    interruptions++;
                }
            }
            setBoth(seat, true);
        }

        synchronized void returnForks(int seat) {
            setBoth(seat, false);
            meals++;
            notifyAll();
        }

        synchronized int meals() {
            return meals;
        }

        synchronized boolean allForksThere() {
            for (boolean fork : taken) {
                if (fork) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A guest who eats a number of meals and keeps a diary of them. */
    static final class Philosopher extends Thread {
        private final Table table;
        private final int seat;
        private final int[] diary;
        private int eaten;
        private int thoughts;

        Philosopher(Table table, int seat, int meals) {
            this.table = table;
            this.seat = seat;
            this.diary = new int[meals];
        }

        private void think() {
            thoughts += seat + 1;
        }

        private void eat() {
            diary[eaten] = thoughts;
            eaten++;
        }

        @Override
        public void run() {
            while (eaten < diary.length) {
                think();
                table.takeForks(seat);
                eat();
                table.returnForks(seat);
            }
        }

        int eaten() {
            return eaten;
        }

        int lastEntry() {
            return diary[diary.length - 1];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table(3);
        Philosopher[] guests = new Philosopher[table.seats()];
        for (int seat = 0; seat < guests.length; seat++) {
            guests[seat] = new Philosopher(table, seat, 1);
        }
        for (Philosopher guest : guests) {
            guest.start();
        }
        for (Philosopher guest : guests) {
            guest.join();
        }
        int eaten = 0;
        int written = 0;
        for (Philosopher guest : guests) {
            eaten += guest.eaten();
            written += guest.lastEntry();
        }
        assert eaten == table.meals();
        assert written == 6;
        assert table.allForksThere();
        assert table.waits >= 0 && table.interruptions == 0;
    }
}
