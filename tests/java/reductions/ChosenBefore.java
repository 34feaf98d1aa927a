import raceproof.Choose;

/** A race of two threads that depends on what was chosen before there was a second one. */
public class ChosenBefore {
    static final Object lock = new Object();
    static boolean guarded;
    static int x;
    static int y;

    static void work() {
        synchronized (lock) {
            x++;
        }
        if (guarded) {
            synchronized (lock) {
                y++;
            }
        } else {
            y++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        guarded = Choose.among(true, false);
        Thread first = new Thread(ChosenBefore::work);
        Thread second = new Thread(ChosenBefore::work);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
