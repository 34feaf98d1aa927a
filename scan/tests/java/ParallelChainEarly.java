// scan: candidates=ParallelChainEarly.count
// races: ParallelChainEarly.count
// A thread starts another thread, which counts, and then counts itself.
// Racy: nothing orders the two increments.
// Twin: ParallelChain.java
public class ParallelChainEarly {
    static int count;

    static void first() {
        new Thread(ParallelChainEarly::second).start();
        count++;
    }

    static void second() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(ParallelChainEarly::first).start();
    }
}
