// everyday: a sum by fork and join, eight leaves
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinSum extends RecursiveTask<Integer> {
    final int from;
    final int to;

    ForkJoinSum(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    protected Integer compute() {
        if (to - from == 1) {
            return from;
        }
        int middle = (from + to) / 2;
        ForkJoinSum left = new ForkJoinSum(from, middle);
        left.fork();
        return new ForkJoinSum(middle, to).compute() + left.join();
    }

    public static void main(String[] args) {
        int leaves = args.length > 0 ? Integer.parseInt(args[0]) : 8;
        ForkJoinPool pool = new ForkJoinPool(2);
        int sum = pool.invoke(new ForkJoinSum(0, leaves));
        pool.shutdown();
        assert sum == leaves * (leaves - 1) / 2;
    }
}
