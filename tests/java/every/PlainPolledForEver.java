// check: verdict=violated kind=livelock
// A plain variable is polled behind the last join: nothing that the loop does is an operation that others could see.
public class PlainPolledForEver {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {});
        other.start();
        other.join();
        while (!done) {
        }
    }
}
