// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException min=21
// A virtual thread throws if it sees the flag.
// Schedule: main sets the flag before the thread reads it.
// No data race: the flag is volatile.
public class VirtualThreadThrows {
    static volatile boolean closed;

    public static void main(String[] args) throws InterruptedException {
        Thread other = Thread.startVirtualThread(() -> {
            if (closed) {
                throw new IllegalStateException();
            }
        });
        closed = true;
        other.join();
    }
}
