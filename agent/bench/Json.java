import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Jackson: a pool of two writes and reads documents with one mapper. */
public final class Json {
    public static final class Order {
        public int id;
        public String customer;
        public List<Item> items = new ArrayList<>();
        public Map<String, String> notes = new HashMap<>();
    }

    public static final class Item {
        public String name;
        public double price;
        public int[] sizes;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        ObjectMapper mapper = new ObjectMapper();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Long>> results = new ArrayList<>();
        for (int task = 0; task < 40; task++) {
            int first = task * rounds;
            results.add(pool.submit(() -> {
                long sum = 0;
                for (int id = first; id < first + rounds; id++) {
                    String text = mapper.writeValueAsString(order(id));
                    Order back = mapper.readValue(text, Order.class);
                    sum += back.items.size() + text.length();
                }
                return sum;
            }));
        }
        long sum = 0;
        for (Future<Long> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }

    private static Order order(int id) {
        Order order = new Order();
        order.id = id;
        order.customer = "customer " + id;
        for (int at = 0; at < 10; at++) {
            Item item = new Item();
            item.name = "item " + at;
            item.price = at * 1.25;
            item.sizes = new int[] {at, id % 13, 7};
            order.items.add(item);
            order.notes.put("note " + at, "text with \"quotes\" " + id);
        }
        return order;
    }
}
