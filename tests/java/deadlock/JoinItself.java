// check: verdict=violated kind=deadlock
// Main joins the thread named in a volatile field: itself, until the other thread has put its own name there.
// Schedule: main reads the field before the other thread writes it, and waits for its own end.
// No data race: the field is volatile.
public class JoinItself {
    static volatile Thread last = Thread.currentThread();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> last = Thread.currentThread()).start();
        Thread.sleep(50);
        last.join();
    }
}
