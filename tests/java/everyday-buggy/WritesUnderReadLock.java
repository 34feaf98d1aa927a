// everyday-buggy: kind=data-race variable=WritesUnderReadLock.hits
// A counter is written under the read lock: two readers race if both hold it at once; one after the other is ordered by it.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WritesUnderReadLock {
    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final Map<String, String> capitals = new HashMap<>(Map.of("France", "Paris"));
    int hits;

    String get(String country) {
        lock.readLock().lock();
        try {
            String capital = capitals.get(country);
            if (capital != null) {
                hits++;
            }
            return capital;
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(String country, String capital) {
        lock.writeLock().lock();
        try {
            capitals.put(country, capital);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        WritesUnderReadLock cache = new WritesUnderReadLock();
        new Thread(() -> cache.get("France")).start();
        new Thread(() -> cache.get("France")).start();
        cache.put("Italy", "Rome");
    }
}
