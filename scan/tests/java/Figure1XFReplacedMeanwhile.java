// scan: candidates=Figure1XFReplacedMeanwhile$Leaf.g,Figure1XFReplacedMeanwhile$Node.f
// races: Figure1XFReplacedMeanwhile$Leaf.g,Figure1XFReplacedMeanwhile$Node.f
// Figure 1 with the lock `x.f` in main, while a thread that has ended before the other begins replaces x.f between main's reads.
// Twin: Figure1XF.java
public class Figure1XFReplacedMeanwhile {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;
    }

    public static void main(String[] args) throws InterruptedException {
        Node x = new Node();
        x.f = new Leaf();
        Thread replacing = new Thread(() -> x.f = new Leaf());
        replacing.start();
        synchronized (x.f) {
            replacing.join();
            new Thread(() -> {
                synchronized (x.f) {
                    x.f.g++;
                }
            }).start();
            x.f.g++;
        }
    }
}
