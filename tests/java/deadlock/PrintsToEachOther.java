// check: verdict=violated kind=deadlock every=true
// Each has locked the stream that the other one prints on.
public class PrintsToEachOther {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (System.err) {
                System.out.println("other");
            }
        });
        other.start();
        synchronized (System.out) {
            System.err.println("main");
        }
        other.join();
    }
}
