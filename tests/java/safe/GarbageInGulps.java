// check: verdict=passed
// Two threads make 3 MB of garbage between any two visible steps, and keep a chain of small objects.
// Passed: most steps collect, and going back over several collections at once must bring back exactly what was there.
// No data race: the chains are the threads' own until they are joined.
public class GarbageInGulps {
    record Link(int number, Link before) {
    }

    static volatile int entered;
    static final Link[] CHAINS = new Link[2];

    static void work(int who) {
        Link last = null;
        for (int round = 0; round < 8; round++) {
            int[] garbage = new int[750_000];
            garbage[round] = round;
            entered = who;
            last = new Link(garbage[round], last);
        }
        CHAINS[who] = last;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> work(1));
        other.start();
        work(0);
        other.join();
        for (Link last : CHAINS) {
            int number = 8;
            for (Link link = last; link != null; link = link.before) {
                number--;
                assert link.number == number;
            }
            assert number == 0;
        }
    }
}
