// check: verdict=violated kind=data-race variable=HandConcurrentDequeLate.value
// A thread writes a plain field and adds to a ConcurrentLinkedDeque; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandConcurrentDeque.java
import java.util.concurrent.ConcurrentLinkedDeque;

public class HandConcurrentDequeLate {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Integer> queue = new ConcurrentLinkedDeque<>();
        new Thread(() -> {
            queue.addFirst(1);
            value = 1;
        }).start();
        if (queue.pollLast() != null) {
            int seen = value;
        }
    }
}
