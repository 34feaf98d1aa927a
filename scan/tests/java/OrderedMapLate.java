// scan: candidates=OrderedMapLate$Box.value
// races: OrderedMapLate$Box.value
// A thread puts a box into a ConcurrentHashMap and fills it after that; main reads the box if it finds it there.
// Racy: main may have found the box when it is filled.
// Twin: OrderedMap.java
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class OrderedMapLate {
    static final class Box {
        int value;
    }

    static final Map<String, Box> BOXES = new ConcurrentHashMap<>();

    static void produce() {
        Box box = new Box();
        BOXES.put("box", box);
        box.value = 1;
    }

    public static void main(String[] args) {
        new Thread(OrderedMapLate::produce).start();
        Box found = BOXES.get("box");
        assert found == null || found.value <= 1;
    }
}
