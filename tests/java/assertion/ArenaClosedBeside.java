// check: min=22 verdict=violated kind=assertion every=true
// Whether a shared arena is alive is read plainly beside a volatile write by whoever closes it.
// Schedule: the other closes it first.
import java.lang.foreign.Arena;

public class ArenaClosedBeside {
    public static void main(String[] args) throws InterruptedException {
        Arena arena = Arena.ofShared();
        Thread other = new Thread(arena::close);
        other.start();
        assert arena.scope().isAlive();
        other.join();
    }
}
