// scan: candidates=OrderedFinal.latest
// races: OrderedFinal.latest
// A thread stores a case in a plain variable, whose final field leads to a box that the constructor filled.
// The variable races. The box does not: it is written in the constructor only, and read by way of the final field.
// Twin: OrderedNotFinal.java
public class OrderedFinal {
    static final class Box {
        int value;
    }

    static final class Case {
        final Box box;

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
        assert seen == null || seen.box.value == 1;
    }
}
