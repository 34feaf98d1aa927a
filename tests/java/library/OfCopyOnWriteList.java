// client: operations=6
import java.util.concurrent.CopyOnWriteArrayList;

public class OfCopyOnWriteList implements Clients.Client {
    final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> list.add(1);
            case 1 -> list.addIfAbsent(2);
            case 2 -> list.remove((Integer) 1);
            case 3 -> list.size();
            case 4 -> list.contains(2);
            default -> list.set(0, 3);
        };
    }

    @Override
    public Object end() {
        return list;
    }
}
