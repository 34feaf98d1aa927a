// check: verdict=violated kind=data-race variable=LazyList$Node.next|LazyList$Node.marked conflict=write-read|read-write
// Figure 8: lists.LazyList (4,16), a sorted list that four threads add sixteen keys to, between them, and remove them from.
// It is searched without locks; what is found is locked, and then used only if neither node has been marked as removed and
// they still are neighbours.
// Racy: next and marked are plain. They are written with the locks held, but the search reads them without.
public class LazyList {
    static final int THREADS = 4;
    static final int ITERATIONS = 16;

    static final class Node {
        final int key;
        Node next;
        boolean marked;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    static boolean valid(Node before, Node found) {
        return !before.marked && !found.marked && before.next == found;
    }

    Node lastBefore(int key) {
        Node before = head;
        for (Node node = head.next; node.key < key; node = node.next) {
            before = node;
        }
        return before;
    }

    boolean add(int key) {
        while (true) {
            Node before = lastBefore(key);
            Node found = before.next;
            synchronized (before) {
                synchronized (found) {
                    if (found.key >= key && valid(before, found)) {
                        if (found.key == key) {
                            return false;
                        }
                        before.next = new Node(key, found);
                        return true;
                    }
                }
            }
        }
    }

    boolean remove(int key) {
        while (true) {
            Node before = lastBefore(key);
            Node found = before.next;
            synchronized (before) {
                synchronized (found) {
                    if (found.key >= key && valid(before, found)) {
                        if (found.key != key) {
                            return false;
                        }
                        found.marked = true;
                        before.next = found.next;
                        return true;
                    }
                }
            }
        }
    }

    boolean contains(int key) {
        Node found = lastBefore(key).next;
        return found.key == key && !found.marked;
    }

    void work(int me, int threads, int iterations) {
        for (int key = me; key < iterations; key += threads) {
            add(key);
        }
        contains((me + 1) % threads);
        for (int key = me; key < iterations; key += threads) {
            boolean removed = remove(key);
            assert removed;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        LazyList list = new LazyList();
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> list.work(me, threads, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
