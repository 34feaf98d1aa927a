// client: operations=22
import java.util.concurrent.ConcurrentHashMap;

public class SeesGrowingHashMap extends SeesMap {
    public SeesGrowingHashMap() {
        super(new ConcurrentHashMap<>(1));
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        ConcurrentHashMap<Integer, Integer> table = (ConcurrentHashMap<Integer, Integer>) map;
        return switch (operation) {
            case 18 -> table.mappingCount();
            case 19 -> table.keySet().size();
            case 20 -> table.reduceValues(100, Integer::sum);
            case 21 -> table.values().remove(1);
            default -> super.perform(operation, me);
        };
    }
}
