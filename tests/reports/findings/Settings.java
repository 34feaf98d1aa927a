import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loads settings on a thread of their own; requests read them. */
public class Settings {
    private static final Map<String, String> values = new ConcurrentHashMap<>();

    static void load() {
        values.put("host", "localhost");
        values.put("port", "8080");
    }

    static int port() {
        return Integer.parseInt(values.get("port"));
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread loader = new Thread(Settings::load, "loader");
        loader.start();
        System.out.println("listening on " + port());
        loader.join();
    }
}
