// scan: candidates=none
// races: none
// Two shared boxes, each made at a place of its own; one thread writes one, main the other.
// Proved by aliasing: the two bases come from different allocation sites.
// Twin: AliasingSameBox.java
public class AliasingSites {
    static final class Box {
        int value;
    }

    static final Box LEFT = new Box();
    static final Box RIGHT = new Box();

    public static void main(String[] args) {
        new Thread(() -> LEFT.value++).start();
        RIGHT.value++;
    }
}
