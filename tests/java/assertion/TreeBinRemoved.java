// check: verdict=violated kind=assertion options=--library;instant
// A key is removed from a bin of a concurrent map that is a tree, while it is looked for twice.
// Schedule: it has left the list of the bin, along which iterators go, and not yet its tree.
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;

public class TreeBinRemoved {
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
        for (int i = 0; i < 10; i++) {
            map.put(new Key(2 * i), i);
        }
        Key key = new Key(5);
        map.put(key, 1);
        Thread other = new Thread(() -> map.remove(key));
        other.start();
        Iterator<Key> keys = map.keySet().iterator();
        if (keys.next() != key) {
            assert map.get(key) == null;
        }
        other.join();
    }
}
