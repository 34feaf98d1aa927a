/** Works until it is killed. */
public final class Endless {
    private static int guarded;
    private static final Object LOCK = new Object();

    public static void main(String[] arguments) {
        for (int number = 0; number < 3; number++) {
            new Thread(() -> {
                int[] mine = new int[8];
                for (;;) {
                    synchronized (LOCK) {
                        guarded++;
                    }
                    for (int at = 0; at < mine.length; at++) {
                        mine[at]++;
                    }
                }
            }).start();
        }
    }
}
