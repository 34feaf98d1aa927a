// check: verdict=violated kind=livelock
// A thread is parked for ever, and another polls whether it has ended.
import java.util.concurrent.locks.LockSupport;

public class ParkedAwaitedForEver {
    public static void main(String[] args) throws InterruptedException {
        Thread parked = new Thread(LockSupport::park);
        parked.start();
        while (parked.isAlive()) {
            parked.join(10);
        }
    }
}
