// scan: candidates=LocalSharedRoom$Lamp.switched
// races: LocalSharedRoom$Lamp.switched
// Two houses are made in each iteration, with a room that both have; a thread of each locks it and uses the lamp.
// Racy: the lamp is reached from two houses of one iteration, whose monitors differ.
// Twin: LocalTwoLevels.java
public class LocalSharedRoom {
    static final class Lamp {
        int switched;
    }

    static final class Room {
        final Lamp lamp = new Lamp();
    }

    static final class House {
        final Room room;

        House(Room room) {
            this.room = room;
        }

        synchronized void toggle() {
            room.lamp.switched++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Room room = new Room();
            House left = new House(room);
            House right = new House(room);
            new Thread(left::toggle).start();
            new Thread(right::toggle).start();
        }
    }
}
