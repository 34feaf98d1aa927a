// scan: candidates=none
// races: none
// A thread stores a box in a volatile variable when its constructor is through; main reads the box.
// Proved by ordered: constructors are code like any other, and this one writes before the store.
// Twin: EscapingFromConstructor.java
public class EscapingAfterConstructor {
    static final class Box {
        int value;

        Box() {
            value = 1;
        }
    }

    static volatile Box latest;

    public static void main(String[] args) {
        new Thread(() -> latest = new Box()).start();
        Box seen = latest;
        assert seen == null || seen.value == 1;
    }
}
