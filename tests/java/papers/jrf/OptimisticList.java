// check: verdict=violated kind=data-race variable=OptimisticList$Node.next conflict=write-read|read-write
// Figure 8: lists.OptimisticList (3,6), a sorted list that three threads add six keys to, between them, and remove them
// from. It is searched without locks; what is found is locked, and then used only if a second search from the head finds it
// again.
// Racy: next is plain. It is written with the locks held, but both searches read it without the locks of the nodes they
// pass.
public class OptimisticList {
    static final int THREADS = 3;
    static final int ITERATIONS = 6;

    static final class Node {
        final int key;
        Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    Node lastBefore(int key) {
        Node before = head;
        for (Node node = head.next; node.key < key; node = node.next) {
            before = node;
        }
        return before;
    }

    boolean valid(Node before, Node found) {
        Node node = head;
        while (node.key < before.key) {
            node = node.next;
        }
        return node == before && before.next == found;
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
                        before.next = found.next;
                        return true;
                    }
                }
            }
        }
    }

    void work(int me, int threads, int iterations) {
        for (int key = me; key < iterations; key += threads) {
            add(key);
        }
        for (int key = me; key < iterations; key += threads) {
            boolean removed = remove(key);
            assert removed;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        OptimisticList list = new OptimisticList();
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
