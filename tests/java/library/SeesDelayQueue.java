// client: operations=11
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class SeesDelayQueue implements Clients.Client {
    record Due(int name) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return name - ((Due) other).name;
        }
    }

    final DelayQueue<Due> queue = new DelayQueue<>();

    public SeesDelayQueue() {
        queue.add(new Due(1));
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> queue.offer(new Due(0));
            case 1 -> queue.poll();
            case 2 -> queue.take();
            case 3 -> queue.remove(new Due(1));
            case 4 -> queue.poll(1, TimeUnit.SECONDS);
            case 5 -> {
                queue.clear();
                yield "cleared";
            }
            case 6 -> {
                List<Due> drained = new ArrayList<>();
                yield queue.drainTo(drained) + "" + drained.size();
            }
            case 7 -> queue.size();
            case 8 -> queue.isEmpty();
            case 9 -> queue.peek();
            default -> queue.contains(new Due(0));
        };
    }

    @Override
    public Object end() {
        return queue.size();
    }
}
