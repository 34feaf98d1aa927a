// scan: candidates=Figure1XSharedLeaf$Leaf.g
// races: Figure1XSharedLeaf$Leaf.g
// Figure 1 with the lock `x`, but the leaf is made before the loop, for all nodes.
// Racy: the first and the last thread lock different nodes and write the one leaf.
// Twin: Figure1X.java
public class Figure1XSharedLeaf {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        Leaf leaf = new Leaf();
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
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
