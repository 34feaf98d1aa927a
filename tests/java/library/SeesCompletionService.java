// client: operations=7
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class SeesCompletionService implements Clients.Client {
    Runnable task;
    final ExecutorCompletionService<Integer> service =
            new ExecutorCompletionService<>(given -> task = given);
    final Future<Integer> future = service.submit(() -> 1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> {
                task.run();
                yield "ran";
            }
            case 1 -> future.cancel(false);
            case 2 -> future.isDone();
            case 3 -> future.isCancelled();
            case 4 -> service.poll() != null;
            case 5 -> future.get(1, TimeUnit.SECONDS);
            default -> service.poll(1, TimeUnit.SECONDS) != null;
        };
    }
}
