// check: verdict=violated kind=livelock
// Main has ended, and a thread is left that reads what nobody will change: no execution ends.
public class SpinsAlone {
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        }).start();
    }
}
