// check: verdict=race-free
// A thread writes a plain field and puts into a ConcurrentSkipListMap; main looks once, and reads the field if it finds it; it writes first.
// Race-free: what comes before put comes before what follows a get that sees it.
// Twin: HandSkipListLate.java
import java.util.concurrent.ConcurrentSkipListMap;

public class HandSkipList {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        new Thread(() -> {
            value = 1;
            map.put(1, 1);
        }).start();
        if (map.get(1) != null) {
            int seen = value;
        }
    }
}
