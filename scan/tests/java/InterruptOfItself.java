// scan: candidates=InterruptOfItself.x
// races: InterruptOfItself.x
// Main interrupts itself, and so does not wait for the first thread.
public class InterruptOfItself {
    static final Thread FIRST = new Thread(() -> InterruptOfItself.x = 1);
    static final Thread SECOND = new Thread(() -> InterruptOfItself.x = 2);
    static int x;

    public static void main(String[] args) {
        FIRST.start();
        Thread.currentThread().interrupt();
        try {
            FIRST.join();
        } catch (InterruptedException interrupted) {
            SECOND.start();
        }
    }
}
