// check: verdict=race-free
// The last thread reads twenty thousand times behind the last join, which no search may take long for.
public class ReadsForLong {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> value = 1);
        other.start();
        other.join();
        int sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += value;
        }
        assert sum == 20_000;
    }
}
