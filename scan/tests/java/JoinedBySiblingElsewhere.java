// scan: candidates=JoinedBySiblingElsewhere.x
// races: JoinedBySiblingElsewhere.x
// A thread joins another that a method starts behind it: it may wait for nothing.
// Twin: JoinedBySibling.java
public class JoinedBySiblingElsewhere {
    static int x;
    static final Thread WRITER = new Thread(() -> x = 1);
    static final Thread READER = new Thread(JoinedBySiblingElsewhere::read);

    static void read() {
        try {
            WRITER.join();
            x++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void late(int ignored) {
        WRITER.start();
    }

    public static void main(String[] args) {
        int none = Math.abs(args.length);
        READER.start();
        late(0);
    }
}
