// check: verdict=violated kind=data-race variable=JoinsBeforeLateStart.written options=--search=lockset jdks=all
// A thread that another starts is joined by main, which reads what it has written.
// Schedule: main joins it before it is started, and so does not wait.
// Data race: the write and main's read. The start and the end of a thread that has ended are two uses of its life.
public class JoinsBeforeLateStart {
    static int written;
    static final Thread joined = new Thread(() -> {});
    static final Thread late = new Thread(() -> {
        joinShortly();
        joinShortly();
        written = 1;
    });

    static void joinShortly() {
        try {
            joined.join(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(late::start);
        starter.start();
        joined.start();
        late.join();
        starter.join();
        int read = written;
    }
}
