// check: verdict=passed options=--exit-status;note
// Whoever loses the race for the lock ends the program with 7, which the user says is no mistake: each schedule ends so.
public class ExitStatusNoted {
    static boolean taken;

    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(ExitStatusNoted::take);
        other.start();
        take();
        other.join();
        throw new AssertionError("one of the two has ended the program");
    }

    static void take() {
        boolean isLate;
        synchronized (ExitStatusNoted.class) {
            isLate = taken;
            taken = true;
        }
        if (isLate) {
            System.exit(7);
        }
    }
}
