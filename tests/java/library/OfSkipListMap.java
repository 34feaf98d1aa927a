// client: operations=6
import java.util.concurrent.ConcurrentSkipListMap;

public class OfSkipListMap implements Clients.Client {
    final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> map.put(1, 1);
            case 1 -> map.putIfAbsent(2, 2);
            case 2 -> map.remove(1);
            case 3 -> map.get(1);
            case 4 -> map.firstEntry();
            default -> map.pollFirstEntry();
        };
    }

    @Override
    public Object end() {
        return map;
    }
}
