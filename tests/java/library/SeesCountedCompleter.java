// client: operations=14
import java.util.concurrent.CountedCompleter;

public class SeesCountedCompleter implements Clients.Client {
    static final class Task extends CountedCompleter<Integer> {
        volatile int completions;
        volatile Integer result;

        Task(CountedCompleter<?> parent, int pending) {
            super(parent, pending);
        }

        @Override
        public void compute() {
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            completions = completions + 1;
        }

        @Override
        public Integer getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(Integer value) {
            result = value;
        }
    }

    final Task root = new Task(null, 1);
    final Task left = new Task(root, 0);
    final Task right = new Task(root, 0);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> left.complete(1);
            case 1 -> left.tryComplete();
            case 2 -> right.complete(2);
            case 3 -> right.propagateCompletion();
            case 4 -> left.quietlyCompleteRoot();
            case 5 -> left.invoke();
            case 6 -> root.addToPendingCount(1);
            case 7 -> {
                return root.decrementPendingCountUnlessZero();
            }
            case 8 -> {
                return left.isDone();
            }
            case 9 -> {
                return root.isDone();
            }
            case 10 -> {
                return root.getPendingCount();
            }
            case 11 -> {
                return left.getRawResult();
            }
            case 12 -> {
                return root.completions;
            }
            default -> {
                return left.completions;
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return root.isDone() + "" + root.getPendingCount() + root.completions;
    }
}
