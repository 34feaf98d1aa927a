import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/** Changes of a map that has the key 1, and all that tells what is in it. */
abstract class SeesMap implements Clients.Client {
    final ConcurrentMap<Integer, Integer> map;

    SeesMap(ConcurrentMap<Integer, Integer> map) {
        this.map = map;
        map.put(1, 1);
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> map.put(17, 2);
            case 1 -> map.remove(1);
            case 2 -> map.putIfAbsent(2, 2);
            case 3 -> map.computeIfAbsent(17, key -> 3);
            case 4 -> map.compute(1, (key, value) -> null);
            case 5 -> map.merge(2, 1, Integer::sum);
            case 6 -> {
                map.clear();
                yield "cleared";
            }
            case 7 -> {
                map.putAll(Map.of(2, 4, 17, 5));
                yield "put";
            }
            case 8 -> {
                map.replaceAll((key, value) -> value + 1);
                yield "replaced";
            }
            case 9 -> map.keySet().removeIf(key -> true);
            case 10 -> map.size();
            case 11 -> map.isEmpty();
            case 12 -> map.containsKey(17);
            case 13 -> map.containsKey(1);
            case 14 -> map.containsValue(2);
            case 15 -> map.get(2);
            case 16 -> map.toString();
            default -> map.getOrDefault(1, 9);
        };
    }

    @Override
    public Object end() {
        return map + "" + map.size();
    }
}
