// scan: candidates=EscapingIntoStatic$Box.value
// races: EscapingIntoStatic$Box.value
// Two threads make a box each, show it to the other by a volatile variable, and go on counting in it.
// Racy: the second increment may be of the other's box, while that one counts, too.
// Twin: EscapingNever.java
public class EscapingIntoStatic {
    static final class Box {
        int value;
    }

    static volatile Box latest;

    static void work() {
        Box box = new Box();
        latest = box;
        box.value++;
        latest.value++;
    }

    public static void main(String[] args) {
        new Thread(EscapingIntoStatic::work).start();
        new Thread(EscapingIntoStatic::work).start();
    }
}
