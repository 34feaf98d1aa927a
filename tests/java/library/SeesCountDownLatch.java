// client: operations=6
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class SeesCountDownLatch implements Clients.Client {
    final CountDownLatch latch = new CountDownLatch(2);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> latch.countDown();
            case 1 -> {
                latch.countDown();
                latch.countDown();
            }
            case 2 -> latch.await();
            case 3 -> {
                return latch.await(1, TimeUnit.SECONDS);
            }
            case 4 -> {
                return latch.getCount();
            }
            default -> {
                String told = latch.toString();
                return told.substring(told.indexOf('['));
            }
        }
        return "done";
    }
}
