// check: verdict=violated kind=data-race variable=EndWaitedForAWhile.value conflict=write-read|read-write
// A thread writes and ends; main, which holds that thread's monitor when it starts it, waits for a while and reads.
// Racy: the time may be over before the thread ends.
// Twin: EndWaitedFor.java
public class EndWaitedForAWhile {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> value = 1);
        synchronized (writer) {
            writer.start();
            writer.wait(10);
        }
        int read = value;
    }
}
