import java.util.HashMap;
import java.util.Map;

/** A catalog that is reloaded while others look things up. */
public class Catalog {
    private Map<String, Integer> prices = Map.of();

    void reload() {
        Map<String, Integer> fresh = new HashMap<>();
        fresh.put("tea", 450);
        fresh.put("cup", 300);
        prices = fresh;
    }

    Integer price(String item) {
        return prices.get(item);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Catalog catalog = new Catalog();
        Thread reloader = new Thread(catalog::reload, "reloader");
        reloader.start();
        System.out.println(catalog.price("tea"));
        reloader.join();
    }
}
