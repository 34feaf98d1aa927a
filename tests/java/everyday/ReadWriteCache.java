// everyday: a cache behind a read-write lock
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteCache {
    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final Map<String, Integer> values = new HashMap<>();

    int get(String key) {
        lock.readLock().lock();
        try {
            Integer value = values.get(key);
            if (value != null) {
                return value;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            return values.computeIfAbsent(key, String::length);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteCache cache = new ReadWriteCache();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            String key = i == 0 ? "one" : "three";
            threads[i] = new Thread(() -> {
                int first = cache.get(key);
                assert first == key.length();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
