// check: verdict=race-free
// A thread puts a box into a ConcurrentHashMap and changes it before that; main looks it up and reads it.
// Race-free: all that precedes put comes before the get that finds the box, and nobody writes afterwards.
// Twin: JucMappedThenChanged.java
import java.util.concurrent.ConcurrentHashMap;

public class JucChangedThenMapped {
    static final class Box {
        int value;
    }

    static final ConcurrentHashMap<Integer, Box> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            MAP.put(1, box);
        }).start();
        Box box = MAP.get(1);
        if (box != null) {
            int seen = box.value;
        }
    }
}
