// scan: candidates=EscapingFromConstructor$Box.value
// races: EscapingFromConstructor$Box.value
// The constructor of a box stores it in a volatile variable and writes its field after that; main reads the box.
// Racy: the box is shared before it is complete.
// Twin: EscapingAfterConstructor.java
public class EscapingFromConstructor {
    static final class Box {
        int value;

        Box() {
            latest = this;
            value = 1;
        }
    }

    static volatile Box latest;

    public static void main(String[] args) {
        new Thread(Box::new).start();
        Box seen = latest;
        assert seen == null || seen.value <= 1;
    }
}
