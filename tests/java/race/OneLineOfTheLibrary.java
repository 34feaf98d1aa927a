// check: verdict=violated kind=data-race variable=java.util.HashMap.table|java.util.HashMap.size|java.lang.AbstractStringBuilder.count findings=2 options=--all
// Each thread calls methods of two objects in one line: what the class library races for is told for each.
import java.util.HashMap;
import java.util.Map;

public class OneLineOfTheLibrary {
    static final Map<String, Integer> MAP = new HashMap<>();
    static final StringBuilder TEXT = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> { MAP.put("a", 1); TEXT.append("h"); });
        thread.start();
        int seen = MAP.size() + TEXT.length();
        thread.join();
    }
}
