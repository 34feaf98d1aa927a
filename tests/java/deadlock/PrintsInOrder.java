// check: verdict=violated kind=deadlock every=true
// Who prints waits for a thread that has locked the stream, and here that one waits for the printer's lock.
public class PrintsInOrder {
    private static final Object LOG = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread header = new Thread(() -> {
            synchronized (System.out) {
                synchronized (LOG) {
                    System.out.println("header");
                }
            }
        });
        header.start();
        synchronized (LOG) {
            System.out.println("line");
        }
        header.join();
    }
}
