// everyday: two threads exchange what they have
import java.util.concurrent.Exchanger;

public class Exchange {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        int[] given = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = new Thread(() -> {
                try {
                    given[index] = exchanger.exchange(index);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert given[0] == 1 && given[1] == 0;
    }
}
