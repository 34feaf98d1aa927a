// check: verdict=race-free large=true
// A thread transfers to main by a LinkedTransferQueue and reads a plain field that main writes before it takes.
// Race-free: transfer ends when main has taken: what main did before comes before its end.
// Twin: HandTransferredLate.java
import java.util.concurrent.LinkedTransferQueue;

public class HandTransferred {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        new Thread(() -> {
            try {
                queue.transfer(1);
                int seen = value;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        value = 1;
        queue.take();
    }
}
