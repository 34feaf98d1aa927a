// scan: candidates=none
// races: none
// Two threads run the same code, which counts in a box that it makes.
// Proved by escaping: the box is known to the thread that made it, and to no other.
// Twin: EscapingIntoStatic.java
public class EscapingNever {
    static final class Box {
        int value;
    }

    static void work() {
        Box box = new Box();
        box.value++;
        box.value++;
    }

    public static void main(String[] args) {
        new Thread(EscapingNever::work).start();
        new Thread(EscapingNever::work).start();
    }
}
