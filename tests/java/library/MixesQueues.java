// client: operations=14
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Queues and collections of several kinds: what is in one of them tells of another. */
public class MixesQueues implements Clients.Client {
    final LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>(1);
    final ArrayBlockingQueue<Integer> array = new ArrayBlockingQueue<>(1);
    final ConcurrentLinkedQueue<Integer> open = new ConcurrentLinkedQueue<>();
    final SynchronousQueue<Integer> hand = new SynchronousQueue<>();
    final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    final CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> {
                linked.put(me);
                yield "put";
            }
            case 1 -> linked.poll();
            case 2 -> linked.poll(1, TimeUnit.SECONDS);
            case 3 -> linked.size();
            case 4 -> array.offer(me);
            case 5 -> array.take();
            case 6 -> open.add(me);
            case 7 -> open.poll();
            case 8 -> hand.offer(me, 1, TimeUnit.SECONDS);
            case 9 -> hand.poll();
            case 10 -> map.merge("key", 1, Integer::sum);
            case 11 -> map.remove("key");
            case 12 -> copied.addIfAbsent(me + map.getOrDefault("key", 0));
            default -> copied.size() + " " + open.peek() + array.peek();
        };
    }

    @Override
    public Object end() {
        return linked + " " + array + open + map + copied;
    }
}
