import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Changes of a queue that has the element 1, and all that tells what is in it. */
abstract class SeesQueue implements Clients.Client {
    final Queue<Integer> queue;

    SeesQueue(Queue<Integer> queue) {
        this.queue = queue;
        queue.offer(1);
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> queue.offer(2);
            case 1 -> queue.poll();
            case 2 -> queue.remove(1);
            case 3 -> {
                queue.clear();
                yield "cleared";
            }
            case 4 -> queue.addAll(List.of(3, 4));
            case 5 -> queue.removeIf(element -> true);
            case 6 -> queue.size();
            case 7 -> queue.isEmpty();
            case 8 -> queue.peek();
            case 9 -> queue.contains(1);
            case 10 -> queue.contains(2);
            case 11 -> queue.toString();
            default -> new ArrayList<>(queue).size();
        };
    }

    @Override
    public Object end() {
        return queue + "" + queue.size();
    }
}
