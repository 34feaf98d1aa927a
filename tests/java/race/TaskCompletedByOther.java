// check: verdict=violated kind=data-race variable=java.util.concurrent.RecursiveTask.result jdks=all
// The result of a task is asked for without waiting for its end.
import java.util.concurrent.RecursiveTask;

public class TaskCompletedByOther {
    static class Task extends RecursiveTask<String> {
        @Override
        protected String compute() {
            return "computed";
        }
    }

    public static void main(String[] arguments) {
        Task task = new Task();
        new Thread(() -> task.complete("given")).start();
        task.getRawResult();
    }
}
