// scan: candidates=Figure1AFreshArray$Leaf.g
// races: Figure1AFreshArray$Leaf.g
// Figure 1, but each thread locks an array of its own, which holds the same nodes.
// Racy: the first two threads write the same leaf under different monitors; an array does not say which node was taken.
// Twin: Figure1A.java
public class Figure1AFreshArray {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node[] nodes = new Node[2];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node();
            nodes[i].f = new Leaf();
        }
        for (int i = 0; i < 3; i++) {
            Node[] a = {nodes[0], nodes[1]};
            Node x = a[i / 2];
            new Thread(() -> {
                synchronized (a) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
