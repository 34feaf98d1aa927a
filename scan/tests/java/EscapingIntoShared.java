// scan: candidates=EscapingIntoShared$Box.value
// races: EscapingIntoShared$Box.value
// A method puts a box into a holder that others know; then the box is written.
// Racy: the same method would leak nothing if the holder were new.
// Twin: EscapingAfterwards.java
public class EscapingIntoShared {
    static final class Box {
        int value;
    }

    static final class Holder {
        volatile Box box;

        void put(Box box) {
            this.box = box;
        }
    }

    static final Holder HOLDER = new Holder();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = HOLDER.box;
            if (box != null) {
                assert box.value >= 0;
            }
        }).start();
        Box box = new Box();
        HOLDER.put(box);
        box.value = 1;
    }
}
