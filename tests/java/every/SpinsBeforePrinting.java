// check: verdict=violated kind=livelock every=true
// It goes round and round with the stream locked, until one who has printed says so.
public class SpinsBeforePrinting {
    private static volatile boolean said;

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            synchronized (System.err) {
                while (!said) {
                    Thread.onSpinWait();
                }
            }
        });
        waits.start();
        System.err.println("line");
        said = true;
        waits.join();
    }
}
