// scan: candidates=boolean[],ShapePhiloUnguarded$Table.meals
// races: boolean[],ShapePhiloUnguarded$Table.meals
// The table of ShapePhilo, cut down: forks are returned, and meals counted, outside the table's monitor.
// Racy: the one who takes forks looks at them under the monitor, beside the one who returns them.
// Twin: ShapePhilo.java
public class ShapePhiloUnguarded {
    static final class Table {
        private final boolean[] taken;
        private int meals;

        Table(int seats) {
            taken = new boolean[seats];
        }

        private int right(int seat) {
            return (seat + 1) % taken.length;
        }

        /** Takes both forks of a seat if they are free. */
        synchronized boolean takeForks(int seat) {
            if (taken[seat] || taken[right(seat)]) {
                return false;
            }
            taken[seat] = true;
            taken[right(seat)] = true;
            return true;
        }

        void returnForks(int seat) {
            taken[seat] = false;
            taken[right(seat)] = false;
            meals++;
        }
    }

    static final class Philosopher extends Thread {
        private final Table table;
        private final int seat;
        private int refusals;

        Philosopher(Table table, int seat) {
            this.table = table;
            this.seat = seat;
        }

        @Override
        public void run() {
            if (table.takeForks(seat)) {
                table.returnForks(seat);
            } else {
                refusals++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table(3);
        Philosopher[] guests = new Philosopher[2];
        for (int seat = 0; seat < guests.length; seat++) {
            guests[seat] = new Philosopher(table, seat);
            guests[seat].start();
        }
        for (Philosopher guest : guests) {
            guest.join();
        }
        int refusals = 0;
        for (Philosopher guest : guests) {
            refusals += guest.refusals;
        }
        assert table.meals + refusals <= 2;
    }
}
