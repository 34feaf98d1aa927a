// check: verdict=violated kind=data-race variable=HandTransferredLate.value large=true
// A thread transfers to main by a LinkedTransferQueue and reads a plain field that main writes after it takes.
// Race: the write comes after taking.
// Twin: HandTransferred.java
import java.util.concurrent.LinkedTransferQueue;

public class HandTransferredLate {
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
        queue.take();
        value = 1;
    }
}
