// client: operations=8
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

public class SeesCyclicBarrier implements Clients.Client {
    volatile int tripped;
    final CyclicBarrier barrier = new CyclicBarrier(2, () -> tripped = tripped + 1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                return barrier.await(1, TimeUnit.SECONDS);
            }
            case 1 -> {
                return barrier.await();
            }
            case 2 -> barrier.reset();
            case 3 -> {
                new Thread(() -> {
                    try {
                        barrier.await(1, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        // As told by the others.
                    }
                }).start();
            }
            case 4 -> {
                return barrier.getNumberWaiting();
            }
            case 5 -> {
                return barrier.isBroken();
            }
            case 6 -> {
                return barrier.getParties();
            }
            default -> {
                return tripped;
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return tripped + "" + barrier.isBroken();
    }
}
