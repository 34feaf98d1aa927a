// check: verdict=passed
// The last thread keeps the program alive, and does not look at anything.
public class SleepsForEver {
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {}).start();
        while (true) {
            Thread.sleep(10);
        }
    }
}
