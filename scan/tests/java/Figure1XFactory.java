// scan: candidates=none
// races: none
// Figure 1 with the lock `x`, where a method makes the leaf.
// Proved as Figure1X: the call is made inside the loop, so what the method makes is of the caller's iteration.
// Twin: Figure1XCachingFactory.java
public class Figure1XFactory {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    static Leaf grow() {
        return new Leaf();
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
