// scan: candidates=JoinedBySiblingCalled.x
// races: JoinedBySiblingCalled.x
// The method that starts both is called twice: what comes first in it, is executed last.
public class JoinedBySiblingCalled {
    static int x;
    static final Thread WRITER = new Thread(() -> x = 1);
    static final Thread READER = new Thread(JoinedBySiblingCalled::read);

    static void read() {
        try {
            WRITER.join();
            x++;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void start(boolean isWriter) {
        if (isWriter) {
            WRITER.start();
        }
        if (!isWriter) {
            READER.start();
        }
    }

    public static void main(String[] args) {
        start(false);
        start(true);
    }
}
