// check: verdict=violated kind=deadlock
// A thread parks twice, main unparks it twice.
// Schedule: both unparks come before the first park; they leave one permit, and the second park never ends.
import java.util.concurrent.locks.LockSupport;

public class ParkPermitsDoNotAdd {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            LockSupport.park();
            LockSupport.park();
        });
        other.start();
        Thread.sleep(50);
        LockSupport.unpark(other);
        Thread.sleep(50);
        LockSupport.unpark(other);
    }
}
