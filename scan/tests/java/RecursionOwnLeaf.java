// scan: candidates=none
// races: none
// A method makes a node and its leaf, starts two threads that lock the node, and calls itself.
// Proved by the local lock: a round of the recursion counts as an iteration, and node and leaf are of the same.
// Twin: RecursionSharedLeaf.java
public class RecursionOwnLeaf {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;

        synchronized void touch() {
            f.g++;
        }
    }

    static void build(int depth) {
        if (depth == 0) {
            return;
        }
        Node node = new Node();
        node.f = new Leaf();
        new Thread(node::touch).start();
        new Thread(node::touch).start();
        build(depth - 1);
    }

    public static void main(String[] args) {
        build(2);
    }
}
