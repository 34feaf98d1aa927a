// client: operations=11
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

public class SeesFutureTask implements Clients.Client {
    volatile int runs;
    volatile int ended;
    final FutureTask<Integer> task = new FutureTask<>(() -> runs = runs + 1) {
        @Override
        protected void done() {
            ended = ended + 1;
        }
    };

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> {
                task.run();
                yield "ran" + Thread.interrupted();
            }
            case 1 -> task.cancel(true) + "" + Thread.interrupted();
            case 2 -> task.cancel(false);
            case 3 -> task.get(1, TimeUnit.SECONDS);
            case 4 -> task.get();
            case 5 -> task.isDone();
            case 6 -> task.isCancelled();
            case 7 -> {
                String told = task.toString();
                told = told.substring(told.indexOf('['));
                yield told.substring(0, told.indexOf(' ') + 5);
            }
            case 8 -> runs;
            case 9 -> ended;
            default -> task.isDone() ? task.get() : "not yet";
        };
    }

    @Override
    public Object end() {
        return runs + "" + ended;
    }
}
