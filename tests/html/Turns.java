/** Two threads take turns, and lose some: volatile is not enough for that. */
public class Turns {
    static volatile int taken;

    static void play(int rounds) {
        for (int round = 0; round < rounds; round++) {
            taken++;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        Thread white = new Thread(() -> play(rounds), "white");
        Thread black = new Thread(() -> play(rounds), "black");
        white.start();
        black.start();
        white.join();
        black.join();
        if (taken < 2 * rounds) {
            throw new IllegalStateException("lost " + (2 * rounds - taken));
        }
    }
}
