// scan: candidates=OrderedNotFinal.latest,OrderedNotFinal$Case.box,OrderedNotFinal$Box.value
// races: OrderedNotFinal.latest,OrderedNotFinal$Case.box,OrderedNotFinal$Box.value
// A thread stores a case in a plain variable, whose field leads to a box that the constructor filled.
// Racy all along the way: the field is not final, so the end of the constructor orders nothing.
// Twin: OrderedFinal.java
public class OrderedNotFinal {
    static final class Box {
        int value;
    }

    static final class Case {
        Box box;

        Case() {
            Box filled = new Box();
            filled.value = 1;
            box = filled;
        }
    }

    static Case latest;

    public static void main(String[] args) {
        new Thread(() -> latest = new Case()).start();
        Case seen = latest;
        Box box = seen == null ? null : seen.box;
        assert box == null || box.value <= 1;
    }
}
