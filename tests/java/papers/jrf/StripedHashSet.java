// check: verdict=violated kind=data-race variable=StripedHashSet.size|StripedHashSet.table conflict=write-write|write-read|read-write
// Figure 8: hash.StripedHashSet (4,12), four threads that add twelve keys between them; each lock guards every bucket whose
// index leaves the same remainder, and who makes the table larger takes all the locks.
// Racy: size is counted under whichever lock guards the bucket, so two threads may change it under different locks; and
// whether the table is full is looked up, in size and table, without any lock. The buckets themselves do not race.
public class StripedHashSet {
    static final int THREADS = 4;
    static final int ITERATIONS = 12;

    static final class Node {
        final int key;
        final Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    final Object[] locks = {new Object(), new Object()};
    Node[] table = new Node[2];
    int size;

    void add(int key) {
        synchronized (locks[key % locks.length]) {
            int bucket = key % table.length;
            for (Node node = table[bucket]; node != null; node = node.next) {
                if (node.key == key) {
                    return;
                }
            }
            table[bucket] = new Node(key, table[bucket]);
            size++;
        }
        if (size > 2 * table.length) {
            resize(0, table.length);
        }
    }

    void resize(int lock, int oldLength) {
        if (lock < locks.length) {
            synchronized (locks[lock]) {
                resize(lock + 1, oldLength);
            }
        } else if (table.length == oldLength) {
            Node[] larger = new Node[2 * oldLength];
            for (Node first : table) {
                for (Node node = first; node != null; node = node.next) {
                    int bucket = node.key % larger.length;
                    larger[bucket] = new Node(node.key, larger[bucket]);
                }
            }
            table = larger;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        StripedHashSet set = new StripedHashSet();
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> {
                for (int key = me; key < iterations; key += threads) {
                    set.add(key);
                }
            });
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
