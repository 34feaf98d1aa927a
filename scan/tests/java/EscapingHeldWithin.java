// scan: candidates=EscapingHeldWithin$Box.value
// races: EscapingHeldWithin$Box.value
// A box is in a holder that is in a case; a method makes the holder known that it finds in the case. Then the box is written.
// Racy: the method leaks what neither it nor its caller names.
// Twin: EscapingAfterwards.java
public class EscapingHeldWithin {
    static final class Box {
        int value;
    }

    static final class Holder {
        final Box box;

        Holder(Box box) {
            this.box = box;
        }
    }

    static final class Case {
        final Holder holder;

        Case(Holder holder) {
            this.holder = holder;
        }
    }

    static volatile Holder known;

    static void open(Case found) {
        known = found.holder;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Holder holder = known;
            if (holder != null) {
                assert holder.box.value >= 0;
            }
        }).start();
        Box box = new Box();
        open(new Case(new Holder(box)));
        box.value = 1;
    }
}
