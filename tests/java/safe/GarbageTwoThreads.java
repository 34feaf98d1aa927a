// check: verdict=passed
// Two threads; one makes 24 MB of garbage and keeps a chain of older objects, the other enters the same monitor at any time.
// Passed: going back over a collection must bring back exactly what was there; every link of the chain is checked.
// No data race: the chain is the thread's own until it is joined.
public class GarbageTwoThreads {
    static final Object LOCK = new Object();

    record Link(int number, int[] garbage, Link before) {
    }

    static Link chain;
    static int entered;

    static void work() {
        Link last = null;
        for (int round = 0; round < 60; round++) {
            int[] garbage = new int[100_000];
            garbage[round] = round;
            last = new Link(round, new int[] {round, round * round}, last);
            synchronized (LOCK) {
                entered += garbage[round] == round ? 1 : 1000;
            }
        }
        chain = last;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(GarbageTwoThreads::work);
        Thread other = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                synchronized (LOCK) {
                    entered += 1;
                }
            }
        });
        worker.start();
        other.start();
        worker.join();
        other.join();
        assert entered == 62;
        int expected = 59;
        for (Link link = chain; link != null; link = link.before()) {
            assert link.number() == expected && link.garbage()[1] == expected * expected;
            expected--;
        }
        assert expected == -1;
    }
}
