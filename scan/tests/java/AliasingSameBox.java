// scan: candidates=AliasingSameBox$Box.value
// races: AliasingSameBox$Box.value
// Two names of one shared box; a thread writes it by one name, main by the other.
// Racy: both bases come from the same allocation site, and no lock is held.
// Twin: AliasingSites.java
public class AliasingSameBox {
    static final class Box {
        int value;
    }

    static final Box LEFT = new Box();
    static final Box RIGHT = LEFT;

    public static void main(String[] args) {
        new Thread(() -> LEFT.value++).start();
        RIGHT.value++;
    }
}
