// scan: candidates=Figure1XCachingFactory$Leaf.g
// races: Figure1XCachingFactory$Leaf.g
// Figure 1 with the lock `x`, where a method makes a leaf when it is called first, and gives the same ever after.
// Racy: the leaf is made inside the loop, but comes back from a variable in later iterations, too.
// Twin: Figure1XFactory.java
public class Figure1XCachingFactory {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    static Leaf grown;

    static Leaf grow() {
        if (grown == null) {
            grown = new Leaf();
        }
        return grown;
    }

    public static void main(String[] args) {
        Node[] a = new Node[2];
        for (int i = 0; i < a.length; i++) {
            Node node = new Node();
            a[i] = node;
            node.f = grow();
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
