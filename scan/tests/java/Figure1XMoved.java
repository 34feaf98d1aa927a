// scan: candidates=Figure1XMoved$Leaf.g
// races: Figure1XMoved$Leaf.g
// Figure 1 with the lock `x`, but in the end the first node gets the leaf of the second.
// Racy: both nodes lead to one leaf. The effect that shows it is one of a leaf read from an array, of any iteration.
// Twin: Figure1X.java
public class Figure1XMoved {
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
        a[0].f = a[1].f;
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
