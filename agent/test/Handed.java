/**
 * An object that its creator hands on under a lock, and changes there once more. With `owner=touch` that change is missed, and so
 * another order, in which the other thread sees it earlier, seems to be one.
 */
public final class Handed {
    private static final Object LOCK = new Object();
    private static Handed shared;
    private static int value;
    private boolean isReady;

    public static void main(String[] arguments) throws InterruptedException {
        Thread writer = new Thread(Handed::write);
        Thread reader = new Thread(Handed::read);
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }

    private static void write() {
        Handed handed = new Handed();
        synchronized (LOCK) {
            shared = handed;
        }
        value = 5;
        synchronized (LOCK) {
            handed.isReady = true;
        }
    }

    private static void read() {
        boolean isReady = false;
        while (!isReady) {
            synchronized (LOCK) {
                isReady = shared != null && shared.isReady;
            }
            Thread.onSpinWait();
        }
        System.out.println(value);
    }
}
