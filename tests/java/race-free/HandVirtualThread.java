// check: verdict=race-free min=21
// Main starts a virtual thread that reads a plain field, and writes the field before that.
// Race-free: what comes before start comes before the thread.
// Twin: HandVirtualThreadLate.java
public class HandVirtualThread {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread thread = Thread.startVirtualThread(() -> {
            int seen = value;
        });
        thread.join();
    }
}
