// scan: candidates=OrderedPlain.latest,OrderedPlain$Box.value
// races: OrderedPlain.latest,OrderedPlain$Box.value
// A thread fills a box and stores it in a plain variable; main reads the box if it sees it there.
// Racy: a plain store orders nothing, so both the variable and what it leads to race.
// Twin: OrderedVolatile.java
public class OrderedPlain {
    static final class Box {
        int value;
    }

    static Box latest;

    static void produce() {
        Box box = new Box();
        box.value = 1;
        latest = box;
    }

    public static void main(String[] args) {
        new Thread(OrderedPlain::produce).start();
        Box seen = latest;
        assert seen == null || seen.value <= 1;
    }
}
