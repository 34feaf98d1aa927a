// scan: candidates=Figure1XFFreshLock$Leaf.g
// races: Figure1XFFreshLock$Leaf.g
// Figure 1, but each thread locks a leaf that it has just made.
// Racy: the lock is of the class and field path of the accessed leaf, but never the same for two threads.
// Twin: Figure1XF.java
public class Figure1XFFreshLock {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        for (int i = 0; i < a.length; i++) {
            a[i] = new Node();
            a[i].f = new Leaf();
        }
        for (int i = 0; i < 3; i++) {
            Node x = a[i / 2];
            new Thread(() -> {
                Node own = new Node();
                own.f = new Leaf();
                synchronized (own.f) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
