// check: verdict=passed min=21
// A virtual thread parks for ever; main ends.
// Passed: virtual threads are daemons.
import java.util.concurrent.locks.LockSupport;

public class VirtualThreadLeftWaiting {
    public static void main(String[] args) {
        Thread other = Thread.startVirtualThread(() -> {
            while (true) {
                LockSupport.park();
            }
        });
        assert other.isDaemon();
    }
}
