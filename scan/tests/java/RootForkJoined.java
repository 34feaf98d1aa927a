// scan: candidates=none
// races: none
// A recursive task forks a part, and counts in a field of the part after it has joined it.
// Proved by parallel: the part is through when join returns.
// Twin: RootForkNotJoined.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class RootForkJoined {
    static final class Part extends RecursiveAction {
        private static final long serialVersionUID = 1;
        int value;

        @Override
        protected void compute() {
            value++;
        }
    }

    static final class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1;

        @Override
        protected void compute() {
            Part part = new Part();
            part.fork();
            part.join();
            part.value++;
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(1).invoke(new Whole());
    }
}
