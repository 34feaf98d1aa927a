import java.util.ArrayDeque;
import java.util.Queue;

/** One thread leaves letters, another waits for them. */
public class Mailbox {
    private final Queue<String> letters = new ArrayDeque<>();

    boolean isEmpty() {
        synchronized (letters) {
            return letters.isEmpty();
        }
    }

    void put(String letter) {
        synchronized (letters) {
            letters.add(letter);
            letters.notify();
        }
    }

    String take() throws InterruptedException {
        if (isEmpty()) {
            synchronized (letters) {
                letters.wait();
            }
        }
        synchronized (letters) {
            return letters.remove();
        }
    }

    public static void main(String[] arguments) {
        Mailbox mailbox = new Mailbox();
        new Thread(() -> mailbox.put("hello"), "postman").start();
        try {
            System.out.println(mailbox.take());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
