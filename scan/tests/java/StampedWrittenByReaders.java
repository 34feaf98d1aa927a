// scan: candidates=StampedWrittenByReaders.x
// races: StampedWrittenByReaders.x
// Two may hold it for reading.
import java.util.concurrent.locks.StampedLock;

public class StampedWrittenByReaders {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.readLock();
        x++;
        LOCK.unlockRead(stamp);
    }

    public static void main(String[] args) {
        new Thread(StampedWrittenByReaders::work).start();
        work();
    }
}
