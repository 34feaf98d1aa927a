// check: verdict=passed
// A fork/join pool of one worker runs one task for main.
// Passed: invoke waits for the result. The worker is a daemon, so it keeps nothing alive.
// No data race: the task's result is published by its completion.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinOneTask {
    static final class Answer extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        protected Integer compute() {
            return 42;
        }
    }

    public static void main(String[] args) {
        int result = new ForkJoinPool(1).invoke(new Answer());
        assert result == 42;
    }
}
