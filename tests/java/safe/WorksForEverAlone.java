// check: verdict=passed
// The last thread changes a variable for ever, and comes back to its state: that is work, and no mistake as far as anybody can tell.
public class WorksForEverAlone {
    static int side;

    public static void main(String[] args) {
        new Thread(() -> {}).start();
        while (true) {
            side = 1 - side;
            Thread.yield();
        }
    }
}
