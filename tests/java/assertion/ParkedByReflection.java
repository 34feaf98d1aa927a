// check: verdict=violated kind=assertion options=--library;instant min=25
// A thread takes a lock that another gives back, then parks, by reflection.
// Schedule: it queues between the write that frees the lock and its being woken, takes the lock
// without parking, and has a permit left.
import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class ParkedByReflection {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Method park = LockSupport.class.getMethod("park");
        lock.lock();
        Thread parks = new Thread(() -> {
            lock.lock();
            lock.unlock();
            try {
                park.invoke(null);
            } catch (ReflectiveOperationException e) {
                return;
            }
            assert false;
        });
        parks.setDaemon(true);
        parks.start();
        lock.unlock();
    }
}
