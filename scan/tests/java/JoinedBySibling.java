// scan: candidates=none
// A thread joins another that main has started before it, on every way there is.
// Twin: JoinedBySiblingLate.java
public class JoinedBySibling {
    static int x, y;
    static final Thread WRITER = new Thread(() -> x = 1);
    static final Thread MAYBE = new Thread(() -> y = 1);
    static final Thread READER = new Thread(JoinedBySibling::read);

    static void read() {
        try {
            WRITER.join();
            x++;
            MAYBE.join();
            y++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        WRITER.start();
        try {
            Integer.parseInt(args.length == 0 ? "none" : args[0]);
            MAYBE.start();
        } catch (NumberFormatException e) {
            // Then it never runs.
        }
        READER.start();
    }
}
