// scan: candidates=none
// races: none
// A thread fills a box and puts it into a ConcurrentHashMap; main reads the box if it finds it there.
// Proved by ordered: the box is written before put only, and put comes before the get that finds it.
// Twin: OrderedMapLate.java
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class OrderedMap {
    static final class Box {
        int value;
    }

    static final Map<String, Box> BOXES = new ConcurrentHashMap<>();

    static void produce() {
        Box box = new Box();
        box.value = 1;
        BOXES.put("box", box);
    }

    public static void main(String[] args) {
        new Thread(OrderedMap::produce).start();
        Box found = BOXES.get("box");
        assert found == null || found.value == 1;
    }
}
