// check: verdict=violated kind=data-race variable=CountedBare.count conflict=write-write|write-read|read-write
// Two threads count without a lock. Racy: nothing orders the two.
// Twin: CountedLocked.java
public class CountedBare {
    static int count;

    static void step() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(CountedBare::step).start();
        step();
    }
}
