// check: verdict=violated kind=deadlock every=true
// It waits, with the stream locked, for the end of a thread that does nothing but print.
public class JoinsThePrinter {
    public static void main(String[] args) throws InterruptedException {
        Thread prints = new Thread(() -> System.err.println("line"));
        prints.start();
        synchronized (System.err) {
            prints.join();
        }
    }
}
