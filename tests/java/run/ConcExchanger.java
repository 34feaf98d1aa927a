// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Exchangers: two threads that swap full and empty buffers, many that swap in pairs, waiting in vain. */
public class ConcExchanger {
    /** A filler and an emptier own one buffer each and trade them; no item is copied or locked. */
    static void buffers() throws InterruptedException {
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        int batches = 25;
        int capacity = 16;
        long[] sums = new long[2];
        int[] received = new int[1];
        Thread filler = new Thread(() -> {
            List<Integer> buffer = new ArrayList<>();
            int next = 1;
            try {
                for (int b = 0; b < batches; b++) {
                    while (buffer.size() < capacity - b % 3) {
                        sums[0] += next;
                        buffer.add(next++);
                    }
                    buffer = exchanger.exchange(buffer);
                    if (!buffer.isEmpty()) {
                        throw new AssertionError("got a buffer that was not emptied");
                    }
                }
                exchanger.exchange(null);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "filler");
        Thread emptier = new Thread(() -> {
            List<Integer> buffer = new ArrayList<>();
            try {
                while ((buffer = exchanger.exchange(buffer)) != null) {
                    for (int item : buffer) {
                        sums[1] += item;
                        received[0]++;
                    }
                    buffer.clear();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "emptier");
        filler.start();
        emptier.start();
        filler.join();
        emptier.join();
        System.out.println("filled " + sums[0] + ", emptied " + sums[1] + " in " + received[0] + " items");
    }

    /** In each round all meet at a barrier, then everybody swaps once with somebody: the cards are only permuted. */
    static void cards() throws InterruptedException {
        int players = 6;
        int rounds = 20;
        Exchanger<Integer> table = new Exchanger<>();
        CyclicBarrier barrier = new CyclicBarrier(players);
        int[] hand = new int[players];
        int[] kept = new int[1];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < players; i++) {
            int me = i;
            hand[i] = 100 + i;
            Thread t = new Thread(() -> {
                try {
                    for (int r = 0; r < rounds; r++) {
                        int given = hand[me];
                        hand[me] = table.exchange(given);
                        if (given == hand[me]) {
                            synchronized (kept) {
                                kept[0]++;
                            }
                        }
                        barrier.await();
                    }
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }, "player-" + i);
            team.add(t);
            t.start();
        }
        for (Thread t : team) {
            t.join();
        }
        Arrays.sort(hand);
        System.out.println("cards after " + rounds + " rounds " + Arrays.toString(hand) + ", unmoved " + kept[0]);
    }

    /** A crossover of two strings, repeated: the pair of partners is fixed, so the outcome is too. */
    static void crossover() throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        String[] genomes = {"AAAAAAAAAAAA", "bbbbbbbbbbbb"};
        Thread[] pair = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            pair[i] = new Thread(() -> {
                try {
                    String own = genomes[me];
                    for (int cut = 1; cut < own.length(); cut += 3) {
                        String tail = exchanger.exchange(own.substring(cut), 60, TimeUnit.SECONDS);
                        own = own.substring(0, cut) + tail;
                    }
                    genomes[me] = own;
                } catch (InterruptedException | TimeoutException e) {
                    throw new AssertionError(e);
                }
            });
            pair[i].start();
        }
        pair[0].join();
        pair[1].join();
        System.out.println("crossed over " + Arrays.toString(genomes));
    }

    static void inVain() throws InterruptedException {
        Exchanger<String> lonely = new Exchanger<>();
        try {
            lonely.exchange("anybody?", 10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("nobody came: " + e.getMessage());
        }
        List<String> log = new ArrayList<>();
        CountDownLatch withdrawn = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            try {
                lonely.exchange("never");
            } catch (InterruptedException e) {
                log.add("interrupted, flag " + Thread.currentThread().isInterrupted());
                withdrawn.countDown();
            }
            try {
                log.add("got " + lonely.exchange(null));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiting.start();
        waiting.interrupt();
        withdrawn.await();
        System.out.println("main got " + lonely.exchange("from main"));
        waiting.join();
        System.out.println(log);
        Thread.currentThread().interrupt();
        try {
            lonely.exchange("x");
        } catch (InterruptedException e) {
            System.out.println("refused at once, flag cleared " + !Thread.interrupted());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        buffers();
        cards();
        crossover();
        inVain();
    }
}
