// check: verdict=violated kind=deadlock
// A thread gives itself a permit, says so, and parks until a time that is over: it does not wait, but takes the permit.
// Schedule: another, who sees that, gives it a second permit before, which adds nothing; so its next park lasts for ever.
// No data race: all is volatile.
import java.util.concurrent.locks.LockSupport;

public class PermitTakenInPassing {
    static volatile boolean isReady;
    static volatile boolean isGiven;

    public static void main(String[] args) {
        Thread parked = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            isReady = true;
            LockSupport.parkUntil(1);
            if (isGiven) {
                LockSupport.park();
            }
        });
        Thread giver = new Thread(() -> {
            if (isReady) {
                LockSupport.unpark(parked);
                isGiven = true;
            }
        });
        parked.start();
        giver.start();
    }
}
