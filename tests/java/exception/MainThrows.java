// check: verdict=violated kind=uncaught-exception exception=java.util.NoSuchElementException
// Main itself ends by an exception while the other thread is still there.
// Schedule: main looks into the queue before the other thread has put anything.
public class MainThrows {
    public static void main(String[] args) throws InterruptedException {
        java.util.Queue<String> queue = new java.util.concurrent.ConcurrentLinkedQueue<>();
        new Thread(() -> queue.add("item")).start();
        Thread.sleep(50);
        queue.remove();
    }
}
