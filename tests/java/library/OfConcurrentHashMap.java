// client: operations=8
import java.util.concurrent.ConcurrentHashMap;

public class OfConcurrentHashMap implements Clients.Client {
    final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> map.put(1, 1);
            case 1 -> map.putIfAbsent(1, 2);
            case 2 -> map.remove(1);
            case 3 -> map.get(1);
            case 4 -> map.compute(1, (key, value) -> value == null ? 5 : value + 1);
            case 5 -> map.computeIfAbsent(17, key -> 6);
            case 6 -> map.merge(1, 7, Integer::sum);
            default -> map.replace(1, 1, 8);
        };
    }

    @Override
    public Object end() {
        return map + "" + map.size();
    }
}
