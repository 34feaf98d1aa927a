// client: operations=4
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

public class OfCyclicBarrier implements Clients.Client {
    int tripped;
    final CyclicBarrier barrier = new CyclicBarrier(2, () -> tripped++);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                return barrier.await();
            }
            case 1 -> {
                return barrier.await(1, TimeUnit.SECONDS);
            }
            case 2 -> barrier.reset();
            default -> {
                return barrier.getNumberWaiting() + "" + barrier.isBroken();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return tripped;
    }
}
