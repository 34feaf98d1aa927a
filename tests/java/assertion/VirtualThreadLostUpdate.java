// check: verdict=violated kind=assertion min=21
// VirtualThreadJoin for one virtual thread and main, with a volatile that is read and written.
// Schedule: both read 0, both write 1.
// No data race: the field is volatile.
public class VirtualThreadLostUpdate {
    static volatile int count;

    static void increment() {
        int seen = count;
        count = seen + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = Thread.startVirtualThread(VirtualThreadLostUpdate::increment);
        increment();
        other.join();
        assert count == 2;
    }
}
