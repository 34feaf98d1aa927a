import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The same with those that wait. */
abstract class SeesBlocking extends SeesQueue {
    final BlockingQueue<Integer> blocking;

    SeesBlocking(BlockingQueue<Integer> queue) {
        super(queue);
        blocking = queue;
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 12 -> blocking.remainingCapacity();
            case 13 -> blocking.offer(2, 1, TimeUnit.SECONDS);
            case 14 -> blocking.poll(1, TimeUnit.SECONDS);
            case 15 -> blocking.take();
            case 16 -> {
                List<Integer> drained = new ArrayList<>();
                yield blocking.drainTo(drained) + "" + drained;
            }
            default -> super.perform(operation, me);
        };
    }
}
