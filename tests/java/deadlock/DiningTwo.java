// check: verdict=violated kind=deadlock
// Two philosophers who each take the left fork first. One eats twice, so the deadlock may come in either round.
// Schedule: both take their left fork.
public class DiningTwo {
    static final Object[] FORKS = {new Object(), new Object()};
    static int meals;

    static void eat(int first, int second) {
        synchronized (FORKS[first]) {
            synchronized (FORKS[second]) {
                meals++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> eat(1, 0));
        other.start();
        eat(0, 1);
        eat(0, 1);
        other.join();
        assert meals == 3;
    }
}
