// scan: candidates=Figure1XFReplaced$Node.f,Figure1XFReplaced$Leaf.g
// races: Figure1XFReplaced$Node.f,Figure1XFReplaced$Leaf.g
// Figure 1 with the lock `x.f`, while main replaces x.f by another leaf that it writes, too.
// Racy on f; so the two reads of x.f need not give the same leaf, and the race on f kills the proof for g.
// Twin: Figure1XF.java
public class Figure1XFReplaced {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node x = new Node();
        x.f = new Leaf();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (x.f) {
                    x.f.g++;
                }
            }).start();
        }
        x.f = new Leaf();
    }
}
