// scan: candidates=ShapeElevatorPeeked$Lift.travelDir,ShapeElevatorPeeked$Floor.upPressed
// races: ShapeElevatorPeeked$Lift.travelDir,ShapeElevatorPeeked$Floor.upPressed
// The lifts of ShapeElevator, cut down: main shows where they go while they go, and a lift looks at the button of a
// floor before it enters the floor's monitor.
// Racy: main is not the thread whose field it reads, and the look at the button holds no lock.
// Twin: ShapeElevator.java
public class ShapeElevatorPeeked {
    static final class Floor {
        private boolean upPressed;

        synchronized void press() {
            upPressed = true;
        }

        boolean release() {
            if (!upPressed) {
                return false;
            }
            synchronized (this) {
                boolean pressed = upPressed;
                upPressed = false;
                return pressed;
            }
        }
    }

    static final class Lift extends Thread {
        private final Floor[] floors;
        private int travelDir;
        private int floor;

        Lift(Floor[] floors) {
            this.floors = floors;
        }

        @Override
        public void run() {
            travelDir = 1;
            while (floor < floors.length && !floors[floor].release()) {
                floor++;
            }
            travelDir = 0;
        }
    }

    public static void main(String[] args) {
        Floor[] floors = new Floor[1];
        for (int i = 0; i < floors.length; i++) {
            floors[i] = new Floor();
        }
        Lift lift = new Lift(floors);
        lift.start();
        floors[0].press();
        assert lift.travelDir <= 1;
    }
}
