// scan: candidates=JoinedBySiblingBehind.x
// races: JoinedBySiblingBehind.x
// A thread joins another that is started behind it: it may wait for nothing.
// Twin: JoinedBySibling.java
public class JoinedBySiblingBehind {
    static int x;
    static final Thread WRITER = new Thread(() -> x = 1);
    static final Thread READER = new Thread(JoinedBySiblingBehind::read);

    static void read() {
        try {
            WRITER.join();
            x++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        READER.start();
        WRITER.start();
    }
}
