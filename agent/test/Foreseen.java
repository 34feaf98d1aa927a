import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A race in another order than that of the run: of two critical sections that only look at a list, and change what each has made in it, or
 * what is recorded by itself, either may be the first.
 */
public final class Foreseen {
    private static final Object LOCK = new Object();
    private static final List<String> LIST = new ArrayList<>(List.of("a", "b"));
    private static final Map<String, Integer> MAP = new ConcurrentHashMap<>();
    static int x;

    private static void look(String key) {
        ArrayDeque<String> own = new ArrayDeque<>();
        synchronized (LOCK) {
            List<String> copy = new ArrayList<>(LIST);
            for (Iterator<String> iterator = LIST.iterator(); iterator.hasNext();) {
                copy.add(iterator.next());
            }
            StringBuilder text = new StringBuilder();
            for (String each : copy) {
                text.append(each).append(LIST.get(0)).append(LIST.indexOf(each));
            }
            MAP.put(key, text.length());
            synchronized (LOCK) {
                MAP.get(key);
            }
        }
        own.add(key);
    }

    public static void main(String[] arguments) throws Exception {
        Thread first = new Thread(() -> {
            x = 1;
            look("first");
        });
        Thread second = new Thread(() -> {
            try {
                Thread.sleep(60);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            look("second");
            x = 2;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(x);
    }
}
