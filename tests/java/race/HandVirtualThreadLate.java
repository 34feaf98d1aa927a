// check: verdict=violated kind=data-race variable=HandVirtualThreadLate.value min=21
// Main starts a virtual thread that reads a plain field, and writes the field after that.
// Race: the thread may run as soon as it is started.
// Twin: HandVirtualThread.java
public class HandVirtualThreadLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread thread = Thread.startVirtualThread(() -> {
            int seen = value;
        });
        value = 1;
        thread.join();
    }
}
