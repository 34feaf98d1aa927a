// scan: candidates=Figure1XFReplacedByItself$Leaf.g,Figure1XFReplacedByItself$Node.f
// races: Figure1XFReplacedByItself$Leaf.g,Figure1XFReplacedByItself$Node.f
// Figure 1 with the lock `x.f`, while the thread itself replaces x.f between the two reads.
// Twin: Figure1XF.java
public class Figure1XFReplacedByItself {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) {
        Node x = new Node();
        Leaf other = new Leaf();
        x.f = new Leaf();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (x.f) {
                    x.f = other;
                    x.f.g++;
                }
            }).start();
        }
    }
}
