// scan: candidates=EscapingUnordered.latest,EscapingUnordered$Box.value
// races: EscapingUnordered.latest,EscapingUnordered$Box.value
// A thread fills a box and then stores it in a plain variable, from which main takes it.
// Racy: the box is private when it is written, but nothing orders that before what main reads. Privacy at one end is no
// proof where the publication orders nothing.
// Twin: EscapingAfterwards.java
public class EscapingUnordered {
    static final class Box {
        int value;
    }

    static Box latest;

    static void fill() {
        Box box = new Box();
        box.value = 1;
        latest = box;
    }

    public static void main(String[] args) {
        new Thread(EscapingUnordered::fill).start();
        Box seen = latest;
        if (seen != null) {
            seen.value++;
        }
    }
}
