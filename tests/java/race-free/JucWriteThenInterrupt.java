// check: verdict=race-free
// A thread interrupts main and writes a plain field before that; main waits until it finds itself interrupted, and reads the field.
// Race-free: an interrupt comes before the point where main notices it (JLS 17.4.4), and the write before the interrupt.
// Twin: JucInterruptThenWrite.java
public class JucWriteThenInterrupt {
    static int value;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            value = 1;
            main.interrupt();
        }).start();
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
        int seen = value;
    }
}
