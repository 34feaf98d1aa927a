// client: operations=5
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

public class OfFutureTask implements Clients.Client {
    int runs;
    final FutureTask<Integer> task = new FutureTask<>(() -> ++runs);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> task.run();
            case 1 -> {
                return task.get();
            }
            case 2 -> {
                return task.get(1, TimeUnit.SECONDS);
            }
            case 3 -> {
                return task.cancel(true) + "" + Thread.interrupted();
            }
            default -> {
                return task.isDone() + "" + task.isCancelled();
            }
        }
        return "ran" + Thread.interrupted();
    }

    @Override
    public Object end() {
        return runs;
    }
}
