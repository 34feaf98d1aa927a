// scan: candidates=none
// races: none
// Figure1X as the paper prints it: the node is read back from a[i] before its leaf is linked.
// Proved as Figure1X once it is known that a[i] is still what was stored there one statement before;
// a read without that knowledge gives a node of any iteration, and the proof fails.
// Twin: Figure1XSharedLeaf.java
public class Figure1XVerbatim {
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
                synchronized (x) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
