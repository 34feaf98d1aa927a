import java.util.Queue;

/** Operations that all queues have; elements say who added them. */
abstract class QueueClient implements Clients.Client {
    final Queue<Integer> queue;

    QueueClient(Queue<Integer> queue) {
        this.queue = queue;
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> queue.offer(10 + me);
            case 1 -> queue.offer(20 + me);
            case 2 -> queue.poll();
            case 3 -> queue.peek();
            case 4 -> queue.size();
            case 5 -> queue.remove((Integer) (11 - me));
            default -> queue.isEmpty();
        };
    }

    @Override
    public int from(Object result) {
        return result instanceof Integer number && number >= 10 ? number % 10 : -1;
    }

    @Override
    public Object end() {
        return queue;
    }
}
