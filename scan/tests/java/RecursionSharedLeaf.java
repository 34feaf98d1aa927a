// scan: candidates=RecursionSharedLeaf$Leaf.g
// races: RecursionSharedLeaf$Leaf.g
// A method makes a node for the leaf it is given, starts a thread that locks the node, and calls itself with the leaf.
// Racy: all nodes lead to one leaf, under a monitor each. An argument is not of the round that gets it.
// Twin: RecursionOwnLeaf.java
public class RecursionSharedLeaf {
    static final class Leaf {
        int g;
    }

    static final class Node {
        Leaf f;

        synchronized void touch() {
            f.g++;
        }
    }

    static void build(int depth, Leaf given) {
        if (depth == 0) {
            return;
        }
        Leaf leaf = given == null ? new Leaf() : given;
        Node node = new Node();
        node.f = leaf;
        new Thread(node::touch).start();
        build(depth - 1, leaf);
    }

    public static void main(String[] args) {
        build(2, null);
    }
}
