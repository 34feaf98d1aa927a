// scan: candidates=none
// races: none
// Figure 1 of Naik and Aiken (POPL 2007) with the fine lock `x.f`.
// Proved by the local lock, which is the accessed object itself: where the monitors differ, so do the leaves.
// Both reads of x.f give the same leaf, as nothing that runs beside them writes f.
// Twin: Figure1XFFreshLock.java
public class Figure1XF {
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
                synchronized (x.f) {
                    x.f.g++;
                }
            }).start();
        }
    }
}
