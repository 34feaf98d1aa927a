/** Two counters, each incremented by two threads under its own lock: two orders for each, which do not bear on each other. */
public class TwoCounters {
    static class Counter {
        int value;

        synchronized void increment() {
            value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter[] counters = {new Counter(), new Counter()};
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            Counter counter = counters[i / 2];
            threads[i] = new Thread(counter::increment);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert counters[0].value == 2 && counters[1].value == 2;
    }
}
