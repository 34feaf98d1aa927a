// check: verdict=race-free
// Main has ended, and a thread is left that works for ever: no execution ends, and that is no mistake.
public class WorksAlone {
    static volatile boolean stop;
    static volatile int beats;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!stop) {
                beats = 1 - beats;
            }
        }).start();
    }
}
