// check: verdict=violated kind=assertion options=--library;instant
// The ninth key of a bin of a concurrent map is seen before the bin becomes a tree.
// Schedule: the tenth is put behind it, as in a list; a tree would have it first.
import java.util.concurrent.ConcurrentHashMap;

public class NinthInBin {
    record Key(int number) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return 5;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>(100);
        for (int i = 0; i < 8; i++) {
            map.put(new Key(i), i);
        }
        Thread other = new Thread(() -> map.put(new Key(8), 8));
        other.start();
        boolean seen = map.get(new Key(8)) != null;
        if (seen) {
            map.put(new Key(9), 9);
        }
        other.join();
        assert !seen || map.keySet().iterator().next().number() == 9;
    }
}
