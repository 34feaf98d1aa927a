// scan: candidates=Figure1XCarried$Leaf.g
// races: Figure1XCarried$Leaf.g
// Figure 1 with the lock `x`, but a node gets the leaf of the node before it, if there is one.
// Racy: all nodes share the first leaf. What a variable carries into the next iteration is not of that iteration.
// Twin: Figure1X.java
public class Figure1XCarried {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        Leaf last = null;
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
            node.f = last == null ? new Leaf() : last;
            last = node.f;
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
