// scan: candidates=Figure1XSometimesShared$Leaf.g
// races: Figure1XSometimesShared$Leaf.g
// Figure 1 with the lock `x`, but without arguments all nodes get a leaf made before the loop.
// Racy: where the two branches meet, the leaf may be either, so nothing is known of its iteration.
// Twin: Figure1X.java
public class Figure1XSometimesShared {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        Leaf shared = new Leaf();
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
            Leaf leaf = new Leaf();
            if (args.length == 0) {
                leaf = shared;
            }
            node.f = leaf;
        }
        for (int i = 0; i < 3; i++) {
            Node x = a[i / 2];
            new Thread(() -> {
                synchronized (x) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
