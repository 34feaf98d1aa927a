// scan: candidates=none
// races: none
// A thread fills a box and stores it in a volatile variable; main reads the box if it sees it there.
// Proved by ordered: the box is written before that store only, which comes before the read that sees it.
// Twin: OrderedPlain.java
public class OrderedVolatile {
    static final class Box {
        int value;
    }

    static volatile Box latest;

    static void produce() {
        Box box = new Box();
        box.value = 1;
        latest = box;
    }

    public static void main(String[] args) {
        new Thread(OrderedVolatile::produce).start();
        Box seen = latest;
        assert seen == null || seen.value == 1;
    }
}
