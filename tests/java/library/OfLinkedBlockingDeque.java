// client: operations=9
import java.util.concurrent.*;

public class OfLinkedBlockingDeque implements Clients.Client {
    final LinkedBlockingDeque<Integer> queue = new LinkedBlockingDeque<>(1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> queue.offer(10 + me);
            case 1 -> queue.offer(20 + me);
            case 2 -> queue.poll();
            case 3 -> queue.peek();
            case 4 -> queue.size();
            case 5 -> queue.remove((Integer) (11 - me));
            case 6 -> queue.take();
            case 7 -> queue.poll(1, TimeUnit.SECONDS);
            default -> queue.offer(30 + me, 1, TimeUnit.SECONDS);
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
