// scan: candidates=none
// races: none
// Counters made in a loop; two threads use each, by its synchronized methods.
// Proved by the local lock, which is the base itself.
// Twin: LocalThisReadBare.java
public class LocalThis {
    static final class Counter {
        private int value;

        synchronized void add() {
            value++;
        }

        synchronized int get() {
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
