import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The same with those that wait. */
abstract class BlockingClient extends QueueClient {
    final BlockingQueue<Integer> blocking;

    BlockingClient(BlockingQueue<Integer> queue) {
        super(queue);
        blocking = queue;
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 6 -> blocking.take();
            case 7 -> blocking.poll(1, TimeUnit.SECONDS);
            case 8 -> blocking.offer(30 + me, 1, TimeUnit.SECONDS);
            default -> super.perform(operation, me);
        };
    }
}
