// client: operations=16
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class SeesCopyOnWriteList implements Clients.Client {
    final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> list.add(2);
            case 1 -> list.addIfAbsent(2);
            case 2 -> list.remove((Integer) 1);
            case 3 -> list.addAll(List.of(3, 4));
            case 4 -> list.addAllAbsent(List.of(1, 2, 3));
            case 5 -> list.removeIf(element -> true);
            case 6 -> {
                list.replaceAll(element -> element + 1);
                yield "replaced";
            }
            case 7 -> list.remove(0);
            case 8 -> {
                list.clear();
                yield "cleared";
            }
            case 9 -> list.size();
            case 10 -> list.isEmpty();
            case 11 -> list.contains(2);
            case 12 -> list.indexOf(1);
            case 13 -> list.get(0);
            case 14 -> list.toString();
            default -> list.subList(0, 1).toString();
        };
    }

    @Override
    public Object end() {
        return list;
    }
}
