// check: verdict=violated kind=assertion jdks=all options=--library;atomic
// A completer is done, and tells the one above it; main finds more to wait for meanwhile.
// Schedule: it sees that nothing is pending; main adds to that and looks at the one above; then that is told.
import java.util.concurrent.CountedCompleter;

public class PendingBetween {
    static final class Completer extends CountedCompleter<Void> {
        Completer(Completer above, int pending) {
            super(above, pending);
        }

        @Override
        public void compute() { }
    }

    public static void main(String[] args) throws InterruptedException {
        Completer above = new Completer(null, 1);
        Completer below = new Completer(above, 0);
        Thread done = new Thread(below::tryComplete);
        done.start();
        below.addToPendingCount(1);
        int pending = above.getPendingCount();
        done.join();
        assert below.getPendingCount() == 0 || pending == 0 || above.getPendingCount() == 1;
    }
}
