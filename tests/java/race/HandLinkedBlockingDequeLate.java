// check: verdict=violated kind=data-race variable=HandLinkedBlockingDequeLate.value
// A thread writes a plain field and adds to a LinkedBlockingDeque; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandLinkedBlockingDeque.java
import java.util.concurrent.LinkedBlockingDeque;

public class HandLinkedBlockingDequeLate {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<Integer> queue = new LinkedBlockingDeque<>();
        new Thread(() -> {
            queue.addFirst(1);
            value = 1;
        }).start();
        if (queue.pollLast() != null) {
            int seen = value;
        }
    }
}
