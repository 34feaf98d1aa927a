// scan: candidates=Figure1XNextIteration$Leaf.g
// races: none
// Figure 1 with the lock `x`, but each node gets the leaf made in the iteration before its own.
// Race-free, as no two nodes share a leaf; a candidate all the same, because the effects of the paper relate objects of
// the same iteration only.
// Twin: Figure1X.java
public class Figure1XNextIteration {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        Leaf last = new Leaf();
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
            node.f = last;
            last = new Leaf();
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
