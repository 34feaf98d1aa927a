// check: verdict=violated kind=data-race variable=HandSkipListLate.value
// A thread writes a plain field and puts into a ConcurrentSkipListMap; main looks once, and reads the field if it finds it; it puts first.
// Race: the write comes after put.
// Twin: HandSkipList.java
import java.util.concurrent.ConcurrentSkipListMap;

public class HandSkipListLate {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        new Thread(() -> {
            map.put(1, 1);
            value = 1;
        }).start();
        if (map.get(1) != null) {
            int seen = value;
        }
    }
}
