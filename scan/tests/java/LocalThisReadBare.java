// scan: candidates=LocalThisReadBare$Counter.value
// races: LocalThisReadBare$Counter.value
// Counters made in a loop; two threads use each, one of them by a method that is not synchronized.
// Racy: the reader holds no lock.
// Twin: LocalThis.java
public class LocalThisReadBare {
    static final class Counter {
        private int value;

        synchronized void add() {
            value++;
        }

        int get() {
            return value;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Counter counter = new Counter();
            new Thread(counter::add).start();
            new Thread(counter::get).start();
        }
    }
}
