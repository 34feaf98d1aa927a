// scan: candidates=LocalCarriedRoom$Lamp.switched
// races: LocalCarriedRoom$Lamp.switched
// As LocalTwoLevels, but a house gets the room of the house before it, if there is one.
// Racy: house to room is a step between iterations, and room to lamp one within; together they do not make one within.
// Twin: LocalTwoLevels.java
public class LocalCarriedRoom {
    static final class Lamp {
        int switched;
    }

    static final class Room {
        final Lamp lamp = new Lamp();
    }

    static final class House {
        Room room;

        synchronized void toggle() {
            room.lamp.switched++;
        }
    }

    public static void main(String[] args) {
        Room last = null;
        for (int i = 0; i < 2; i++) {
            House house = new House();
            if (last == null) {
                last = new Room();
            }
            house.room = last;
            new Thread(house::toggle).start();
        }
    }
}
