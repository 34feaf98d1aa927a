/**
 * One level of a concurrent B-link tree, as Elmas, Qadeer and Tasiran check it (PLDI 2007, section 7): a list of
 * containers from left to right, each with a lock that guards it and the data nodes attached to it. An insertion into
 * a full container moves its upper half to a new one, and a deletion that leaves its container empty fetches the nodes
 * of the next one, so that the lock of a data node changes. Of n threads (3 unless the argument says otherwise, at
 * most 4) the first inserts, the second deletes, the third looks up, and the fourth inserts again. There is no race:
 * whoever moves a node holds its old lock and, where others know the new container, its new lock, too. There are 11
 * and 1681 orders for two and three threads, counted by simulation.
 */
public class BlinkTree {
    static final int CAPACITY = 2;
    static final int NONE = Integer.MIN_VALUE;

    static class Data {
        int key;
        int datum;

        Data(int key, int datum) {
            this.key = key;
            this.datum = datum;
        }
    }

    /** Holds the keys up to `high`; those above it are further right. Its own monitor guards it. */
    static class Container {
        final Data[] data = new Data[CAPACITY];
        int size;
        int high;
        Container right;
        boolean removed;

        int find(int key) {
            for (int i = 0; i < size; i++) {
                if (data[i].key == key) {
                    return i;
                }
            }
            return -1;
        }

        void add(Data entry) {
            int i = size;
            while (i > 0 && data[i - 1].key > entry.key) {
                data[i] = data[i - 1];
                i--;
            }
            data[i] = entry;
            size++;
        }
    }

    /** The leftmost container: no other takes over its nodes, so it is never removed. */
    final Container head = new Container();

    BlinkTree() {
        head.high = Integer.MAX_VALUE;
    }

    void insert(int key, int datum) {
        Container at = head;
        while (true) {
            synchronized (at) {
                if (at.removed) {
                    at = head;
                } else if (key > at.high) {
                    at = at.right;
                } else {
                    int i = at.find(key);
                    if (i >= 0) {
                        at.data[i].datum = datum;
                        return;
                    }
                    Container target = at;
                    if (at.size == CAPACITY) {
                        Container fresh = split(at);
                        if (key > at.high) {
                            target = fresh;
                        }
                    }
                    target.add(new Data(key, datum));
                    return;
                }
            }
        }
    }

    /** Moves the upper half of a container to a new one, which nobody else can reach while the old one is locked. */
    private static Container split(Container full) {
        Container fresh = new Container();
        int kept = CAPACITY / 2;
        for (int i = kept; i < CAPACITY; i++) {
            fresh.add(full.data[i]);
            full.data[i] = null;
        }
        full.size = kept;
        fresh.high = full.high;
        full.high = full.data[kept - 1].key;
        fresh.right = full.right;
        full.right = fresh;
        return fresh;
    }

    boolean delete(int key) {
        Container at = head;
        while (true) {
            synchronized (at) {
                if (at.removed) {
                    at = head;
                } else if (key > at.high) {
                    at = at.right;
                } else {
                    int i = at.find(key);
                    if (i < 0) {
                        return false;
                    }
                    at.size--;
                    for (; i < at.size; i++) {
                        at.data[i] = at.data[i + 1];
                    }
                    at.data[at.size] = null;
                    if (at.size == 0 && at.right != null) {
                        absorb(at, at.right);
                    }
                    return true;
                }
            }
        }
    }

    /** Takes over the nodes of the next container; locks are taken from left to right. */
    private static void absorb(Container empty, Container next) {
        synchronized (next) {
            for (int i = 0; i < next.size; i++) {
                empty.add(next.data[i]);
                next.data[i] = null;
            }
            next.size = 0;
            next.removed = true;
            empty.high = next.high;
            empty.right = next.right;
        }
    }

    int lookup(int key) {
        Container at = head;
        while (true) {
            synchronized (at) {
                if (at.removed) {
                    at = head;
                } else if (key > at.high) {
                    at = at.right;
                } else {
                    int i = at.find(key);
                    return i < 0 ? NONE : at.data[i].datum;
                }
            }
        }
    }

    /** Without locks, for main when it is alone. */
    void check(int... keys) {
        int seen = 0;
        for (Container at = head; at != null; at = at.right) {
            assert !at.removed;
            assert (at.right == null) == (at.high == Integer.MAX_VALUE);
            for (int i = 0; i < at.size; i++) {
                assert seen < keys.length && at.data[i].key == keys[seen] : at.data[i].key;
                assert at.data[i].datum == 10 * keys[seen] : at.data[i].datum;
                assert at.data[i].key <= at.high;
                seen++;
            }
        }
        assert seen == keys.length : seen;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        BlinkTree tree = new BlinkTree();
        tree.insert(1, 10);
        tree.insert(3, 30);
        tree.insert(5, 50);
        tree.check(1, 3, 5);
        Runnable[] work = {
            () -> {
                tree.insert(4, 40);
                assert tree.lookup(4) == 40;
            },
            () -> {
                boolean deleted = tree.delete(1);
                assert deleted;
                assert tree.lookup(1) == NONE;
            },
            () -> {
                int datum = tree.lookup(4);
                assert datum == 40 || datum == NONE : datum;
                assert tree.lookup(5) == 50;
            },
            () -> tree.insert(6, 60),
        };
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(work[i]);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        switch (n) {
            case 1 -> tree.check(1, 3, 4, 5);
            case 2, 3 -> tree.check(3, 4, 5);
            default -> tree.check(3, 4, 5, 6);
        }
    }
}
