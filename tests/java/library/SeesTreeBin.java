// client: operations=10
import java.util.concurrent.ConcurrentHashMap;

/** Keys that all have one hash: the next makes their bin a tree, and without two it is a list again. */
public class SeesTreeBin implements Clients.Client {
    record Key(int number) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public int compareTo(Key other) {
            return number - other.number;
        }
    }

    final ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>(64);

    public SeesTreeBin() {
        for (int i = 0; i < 9; i++) {
            map.put(new Key(i), i);
        }
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> map.put(new Key(9), 9);
            case 1 -> map.remove(new Key(8));
            case 2 -> map.merge(new Key(3), 3, Integer::sum);
            case 3 -> map.computeIfAbsent(new Key(10), key -> 10);
            case 4 -> map.compute(new Key(0), (key, value) -> null);
            case 5 -> map.size();
            case 6 -> map.containsKey(new Key(9));
            case 7 -> map.get(new Key(8));
            case 8 -> map.containsValue(3);
            default -> map.get(new Key(0));
        };
    }

    @Override
    public Object end() {
        return map.size();
    }
}
