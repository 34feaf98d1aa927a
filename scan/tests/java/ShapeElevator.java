// scan: candidates=none
// races: none
// A simulation of lifts, with the structure of the elevator benchmark. The calls of a floor are guarded by the floor's
// monitor (local lock: the base itself, and for the array of its passengers the object that alone leads to it), the
// number of open calls by that of the controls. Where a lift is, where it goes and whom it carries is in fields of its
// own thread object, or in an array that it alone leads to (thread-local). Floors are complete before the lifts start.
// Twin: ShapeElevatorPeeked.java
public class ShapeElevator {
    static final int UP = 1;
    static final int NONE = 0;
    static final int DOWN = -1;

    /** A floor: who waits there, by destination. */
    static final class Floor {
        private final int[] waiting;
        private boolean upPressed;
        private boolean downPressed;

        Floor(int floors) {
            waiting = new int[floors];
        }
    }

    /** What lifts and people share. */
    static final class Controls {
        private final Floor[] floors;
        private int open;
        private boolean closed;

        Controls(int count) {
            floors = new Floor[count];
            for (int i = 0; i < count; i++) {
                floors[i] = new Floor(count);
            }
        }

        int top() {
            return floors.length - 1;
        }

        /** Somebody at a floor wants to go to another. */
        void call(int from, int to) {
            Floor floor = floors[from];
            synchronized (floor) {
                floor.waiting[to]++;
                if (to > from) {
                    floor.upPressed = true;
                } else {
                    floor.downPressed = true;
                }
                added();
            }
        }

        private synchronized void added() {
            open++;
            notifyAll();
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }

        private synchronized void served(int count) {
            open -= count;
        }

        /** Waits for calls; false if there will be none any more. */
        synchronized boolean await() throws InterruptedException {
            while (open == 0 && !closed) {
                wait();
            }
            return open > 0;
        }

        /** Lets those who wait at a floor, and whose way is that of the lift, get in. */
        void board(int at, int direction, int[] cabin) {
            Floor floor = floors[at];
            int boarded = 0;
            synchronized (floor) {
                for (int to = 0; to < floor.waiting.length; to++) {
                    if (Integer.signum(to - at) == direction) {
                        cabin[to] += floor.waiting[to];
                        boarded += floor.waiting[to];
                        floor.waiting[to] = 0;
                    }
                }
                if (direction == UP) {
                    floor.upPressed = false;
                } else {
                    floor.downPressed = false;
                }
                served(boarded);
            }
        }

        boolean pressed(int at, int direction) {
            Floor floor = floors[at];
            synchronized (floor) {
                return direction == UP ? floor.upPressed : floor.downPressed;
            }
        }
    }

    /** A lift, which goes up and down as long as there is somebody to carry. */
    static final class Lift extends Thread {
        private final Controls controls;
        private final int[] cabin;
        private int floor;
        private int travelDir;
        private int carried;

        Lift(Controls controls, int floor) {
            this.controls = controls;
            this.floor = floor;
            this.cabin = new int[controls.top() + 1];
        }

        @Override
        public void run() {
            try {
                while (controls.await()) {
                    travelDir = floor == 0 ? UP : DOWN;
                    sweep();
                    travelDir = NONE;
                }
            } catch (InterruptedException e) {
                travelDir = NONE;
            }
        }

        private void sweep() {
            int end = travelDir == UP ? controls.top() : 0;
            halt();
            while (floor != end) {
                floor += travelDir;
                halt();
            }
        }

        private void halt() {
            carried += cabin[floor];
            cabin[floor] = 0;
            if (controls.pressed(floor, travelDir)) {
                controls.board(floor, travelDir, cabin);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls(2);
        Lift[] lifts = new Lift[2];
        for (int i = 0; i < lifts.length; i++) {
            lifts[i] = new Lift(controls, i * controls.top());
            lifts[i].start();
        }
        controls.call(0, 1);
        controls.close();
        for (Lift lift : lifts) {
            lift.join();
        }
        int carried = 0;
        for (Lift lift : lifts) {
            carried += lift.carried;
        }
        assert carried == 1;
    }
}
