// check: verdict=violated kind=assertion options=--weak-cas-failures
// A weak compare-and-set on an object that no other thread knows may fail, too.
// Schedule: it fails for no reason.
// No data race: there is one thread.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakCasUnshared {
    public static void main(String[] args) {
        AtomicInteger value = new AtomicInteger();
        assert value.weakCompareAndSetVolatile(0, 1);
    }
}
