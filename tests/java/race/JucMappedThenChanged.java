// check: verdict=violated kind=data-race variable=JucMappedThenChanged$Box.value conflict=write-read|read-write
// A thread puts a box into a ConcurrentHashMap and changes it after that; main looks it up and reads it.
// Racy: the map orders only what precedes put, and main may have the box when the other thread writes.
// Twin: JucChangedThenMapped.java
import java.util.concurrent.ConcurrentHashMap;

public class JucMappedThenChanged {
    static final class Box {
        int value;
    }

    static final ConcurrentHashMap<Integer, Box> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            MAP.put(1, box);
            box.value = 1;
        }).start();
        Box box = MAP.get(1);
        if (box != null) {
            int seen = box.value;
        }
    }
}
