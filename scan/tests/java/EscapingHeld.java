// scan: candidates=EscapingHeld$Box.value
// races: EscapingHeld$Box.value
// A box is put into a holder, the holder is made known, and then the box is written.
// Racy: whoever knows the holder knows the box.
// Twin: EscapingAfterwards.java
public class EscapingHeld {
    static final class Box {
        int value;
    }

    static final class Holder {
        final Box box;

        Holder(Box box) {
            this.box = box;
        }
    }

    static volatile Holder known;

    public static void main(String[] args) {
        new Thread(() -> {
            Holder holder = known;
            if (holder != null) {
                assert holder.box.value >= 0;
            }
        }).start();
        Box box = new Box();
        Holder holder = new Holder(box);
        known = holder;
        box.value = 1;
    }
}
