// check: verdict=violated kind=assertion options=--library;instant min=25
// The state of a thread that waits for a latch is asked for by reflection.
// Schedule: the latch is open, and who opens it has not yet woken the thread.
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;

public class StateByReflection {
    public static void main(String[] args) throws Exception {
        Method state = Thread.class.getMethod("getState");
        CountDownLatch latch = new CountDownLatch(1);
        Thread waits = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waits.start();
        Thread opens = new Thread(latch::countDown);
        opens.start();
        if (latch.getCount() == 0) {
            assert state.invoke(waits) != Thread.State.WAITING;
        }
        waits.join();
        opens.join();
    }
}
