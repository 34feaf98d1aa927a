// everyday: three parties of a Phaser, two phases
import java.util.concurrent.Phaser;

public class Phases {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(3);
        int[] values = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = new Thread(() -> {
                values[index] = index + 1;
                phaser.arriveAndAwaitAdvance();
                int sum = values[0] + values[1] + values[2];
                phaser.arriveAndAwaitAdvance();
                assert sum == 6;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
