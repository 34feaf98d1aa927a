// scan: candidates=RootForkNotJoined$Part.value
// races: RootForkNotJoined$Part.value
// A recursive task forks a part, and counts in a field of the part before it has joined it.
// Racy: the part may run on another thread of the pool at that time.
// Twin: RootForkJoined.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class RootForkNotJoined {
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
            part.value++;
            part.join();
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Whole());
    }
}
