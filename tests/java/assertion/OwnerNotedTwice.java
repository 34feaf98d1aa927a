// check: verdict=violated kind=assertion every=true
// Two threads look whether somebody is noted as the owner of a synchronizer of the program's, and note themselves: nothing orders that.
// Schedule: both look before either is noted.
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

public class OwnerNotedTwice {
    static final class Door extends AbstractOwnableSynchronizer {
        boolean enters() {
            if (getExclusiveOwnerThread() != null) {
                return false;
            }
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Door door = new Door();
        boolean[] entered = new boolean[1];
        Thread other = new Thread(() -> entered[0] = door.enters());
        other.start();
        boolean enters = door.enters();
        other.join();
        assert !(entered[0] && enters);
    }
}
