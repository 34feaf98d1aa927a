// check: verdict=passed
// Two philosophers, two forks, both take fork 0 first. One eats twice.
// Passed: the order of the forks is the same for both.
public class DiningTwoOrdered {
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
        Thread other = new Thread(() -> eat(0, 1));
        other.start();
        eat(0, 1);
        eat(0, 1);
        other.join();
        assert meals == 3;
    }
}
