// scan: candidates=none
// races: none
// Figure 1 of Naik and Aiken (POPL 2007) with the coarse lock `a`.
// Proved by the global lock: the array is allocated once, so any two threads hold the same monitor.
// Twin: Figure1AFreshArray.java
public class Figure1A {
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
                synchronized (a) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
