// client: operations=16
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

public class SeesForkJoinTask implements Clients.Client {
    volatile int runs;

    final class Task extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return runs = runs + 1;
        }
    }

    final Task task = new Task();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> task.complete(5);
            case 1 -> task.completeExceptionally(new IllegalStateException());
            case 2 -> {
                return task.cancel(true);
            }
            case 3 -> {
                return task.invoke();
            }
            case 4 -> task.quietlyInvoke();
            case 5 -> task.quietlyComplete();
            case 6 -> {
                return task.get(1, TimeUnit.SECONDS);
            }
            case 7 -> {
                return task.join();
            }
            case 8 -> {
                return task.isDone();
            }
            case 9 -> {
                return task.isCancelled();
            }
            case 10 -> {
                return task.isCompletedNormally();
            }
            case 11 -> {
                return task.isCompletedAbnormally();
            }
            case 12 -> {
                return task.getRawResult();
            }
            case 13 -> {
                return task.getException() == null;
            }
            case 14 -> {
                return task.tryUnfork();
            }
            default -> {
                return runs;
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return runs + "" + task.isDone();
    }
}
