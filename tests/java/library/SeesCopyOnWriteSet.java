// client: operations=10
import java.util.List;
import java.util.concurrent.CopyOnWriteArraySet;

public class SeesCopyOnWriteSet implements Clients.Client {
    final CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(List.of(1));

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> set.add(2);
            case 1 -> set.remove(1);
            case 2 -> set.addAll(List.of(1, 2, 3));
            case 3 -> set.retainAll(List.of(2));
            case 4 -> set.size();
            case 5 -> set.isEmpty();
            case 6 -> set.contains(1);
            case 7 -> set.contains(2);
            case 8 -> set.containsAll(List.of(2, 3));
            default -> set.toString();
        };
    }

    @Override
    public Object end() {
        return set;
    }
}
