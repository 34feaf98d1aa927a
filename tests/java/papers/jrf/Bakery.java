// check: verdict=violated kind=data-race variable=boolean[][*]|int[][*] conflict=write-read|read-write
// Figure 8: mutex.Bakery (2,2), Lamport's bakery: who wants to enter raises a flag, takes a label greater than all the
// others, and waits for those with a flag and a smaller label. Two threads enter twice each.
// Racy: flag and label are volatile, but that makes the references volatile, not the elements. Each thread reads the
// elements of the other with nothing ordering the write ahead of the read. counter, guarded by the lock, would race next.
public class Bakery {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    static volatile boolean[] flag;
    static volatile int[] label;
    static int counter;

    static void lock(int me) {
        flag[me] = true;
        int greatest = 0;
        for (int other = 0; other < label.length; other++) {
            greatest = Math.max(greatest, label[other]);
        }
        int mine = greatest + 1;
        label[me] = mine;
        for (int other = 0; other < label.length; other++) {
            while (other != me && flag[other] && first(label[other], other, mine, me)) {
                Thread.onSpinWait();
            }
        }
    }

    static boolean first(int label, int id, int otherLabel, int otherId) {
        return label < otherLabel || label == otherLabel && id < otherId;
    }

    static void work(int me, int iterations) {
        for (int i = 0; i < iterations; i++) {
            lock(me);
            counter++;
            flag[me] = false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        flag = new boolean[threads];
        label = new int[threads];
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
        assert counter == threads * iterations;
    }
}
