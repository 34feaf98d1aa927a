// scan: candidates=none
// races: none
// A thread counts and then starts another thread, which counts, too.
// Proved by parallel: the second runs only after the increment of the first.
// Twin: ParallelChainEarly.java
public class ParallelChain {
    static int count;

    static void first() {
        count++;
        new Thread(ParallelChain::second).start();
    }

    static void second() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(ParallelChain::first).start();
    }
}
