// check: verdict=violated kind=data-race variable=JucInterruptThenWrite.value conflict=write-read|read-write
// A thread interrupts main and writes a plain field after that; main waits until it finds itself interrupted, and reads the field.
// Racy: only what precedes the interrupt comes before main notices it.
// Twin: JucWriteThenInterrupt.java
public class JucInterruptThenWrite {
    static int value;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            main.interrupt();
            value = 1;
        }).start();
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
        int seen = value;
    }
}
