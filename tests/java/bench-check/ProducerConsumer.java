// check: verdict=passed
// A buffer of one place with wait and notifyAll; two producers and two consumers, two items each.
// Passed: every change wakes everyone, and as many items are put as taken.
// No data race: the buffer is accessed under its monitor.
public class ProducerConsumer {
    private int item;
    private boolean full;

    synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait();
        }
        item = value;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
        return item;
    }

    public static void main(String[] args) {
        ProducerConsumer buffer = new ProducerConsumer();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    buffer.put(1);
                    buffer.put(2);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
            new Thread(() -> {
                try {
                    buffer.take();
                    buffer.take();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
    }
}
