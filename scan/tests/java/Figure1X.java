// scan: candidates=none
// races: none
// Figure 1 of Naik and Aiken (POPL 2007) with the lock `x` for a field of x.f.
// Proved by the local lock with disjoint reachability: a leaf is linked to the node of its own iteration only,
// so where the nodes differ, so do the leaves.
// Twin: Figure1XSharedLeaf.java
public class Figure1X {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
            node.f = new Leaf();
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
