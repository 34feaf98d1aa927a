// client: operations=22
import java.util.concurrent.ConcurrentSkipListMap;

public class SeesSkipListMap extends SeesMap {
    public SeesSkipListMap() {
        super(new ConcurrentSkipListMap<>());
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        ConcurrentSkipListMap<Integer, Integer> list = (ConcurrentSkipListMap<Integer, Integer>) map;
        return switch (operation) {
            case 18 -> list.firstKey();
            case 19 -> list.lastEntry();
            case 20 -> list.pollFirstEntry();
            case 21 -> list.headMap(17).size();
            default -> super.perform(operation, me);
        };
    }
}
