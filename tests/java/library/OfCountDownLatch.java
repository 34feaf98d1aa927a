// client: operations=4
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class OfCountDownLatch implements Clients.Client {
    final CountDownLatch latch = new CountDownLatch(2);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> latch.countDown();
            case 1 -> latch.await();
            case 2 -> {
                return latch.await(1, TimeUnit.SECONDS);
            }
            default -> {
                return latch.getCount();
            }
        }
        return "done";
    }
}
