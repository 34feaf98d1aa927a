// scan: candidates=JoinedBySiblingLate.x,JoinedBySiblingLate.y
// races: JoinedBySiblingLate.x
// A thread joins others that main may start behind it: who joins what is not started yet waits for nothing.
// Twin: JoinedBySibling.java
public class JoinedBySiblingLate {
    static int x, y;
    static final Thread WRITER = new Thread(() -> x = 1);
    static final Thread MAYBE = new Thread(() -> y = 1);
    static final Thread READER = new Thread(JoinedBySiblingLate::read);

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
        try {
            READER.start();
            Integer.parseInt(args.length == 0 ? "none" : args[0]);
        } catch (NumberFormatException e) {
            MAYBE.start();
        }
        WRITER.start();
    }
}
