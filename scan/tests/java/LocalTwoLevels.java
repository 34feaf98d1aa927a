// scan: candidates=none
// races: none
// A house has a room, and the room a lamp, made by constructors; two threads of each house lock it and use the lamp.
// Proved by the local lock: the closure of the effects leads from a house to a lamp of its own iteration only.
// Twin: LocalSharedRoom.java
public class LocalTwoLevels {
    static final class Lamp {
        int switched;
    }

    static final class Room {
        final Lamp lamp = new Lamp();
    }

    static final class House {
        final Room room = new Room();

        synchronized void toggle() {
            room.lamp.switched++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            House house = new House();
            new Thread(house::toggle).start();
            new Thread(house::toggle).start();
        }
    }
}
