// check: verdict=violated kind=uncaught-exception exception=java.lang.ArrayIndexOutOfBoundsException
// Figure 10: barrier.TourBarrier (3,3), the tournament barrier: the threads meet in pairs, the winners, fixed beforehand,
// meet again, and the champion's word goes back down. Three threads, three rounds.
// Exception: the tree is as deep as the logarithm of the number of threads, rounded down, and two threads share a leaf; so
// there is one leaf only, and thread 2 asks for the second one. The other two finish.
// No data race: the flags are volatile, all else is final.
public class TourBarrier {
    static final int THREADS = 3;
    static final int ITERATIONS = 3;

    static final class Node {
        final Node winnersNext;
        volatile boolean loserIsHere;
        volatile boolean released;

        Node(Node winnersNext) {
            this.winnersNext = winnersNext;
        }

        void await(boolean winner, boolean sense) {
            if (winner) {
                while (loserIsHere != sense) {
                    Thread.onSpinWait();
                }
            } else {
                loserIsHere = sense;
                while (released != sense) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    final Node[] leaves;

    TourBarrier(int threads) {
        Node[] level = {new Node(null)};
        for (int covered = 4; covered <= threads; covered *= 2) {
            Node[] below = new Node[2 * level.length];
            for (int i = 0; i < below.length; i++) {
                below[i] = new Node(level[i / 2]);
            }
            level = below;
        }
        leaves = level;
    }

    void await(int me, Node node, boolean sense) {
        boolean winner = me % 2 == 0;
        node.await(winner, sense);
        if (winner) {
            if (node.winnersNext != null) {
                await(me / 2, node.winnersNext, sense);
            }
            node.released = sense;
        }
    }

    void work(int me, int iterations) {
        boolean sense = true;
        for (int i = 0; i < iterations; i++) {
            await(me, leaves[me / 2], sense);
            sense = !sense;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        TourBarrier barrier = new TourBarrier(threads);
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> barrier.work(me, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
