// check: verdict=race-free
// A thread copies two numbers into a shared array under a monitor; main clones the array under the same one.
// Race-free: clone reads the elements as the owner of the monitor under which arraycopy writes them.
// Twin: CopyUnguarded.java
public class CopyGuarded {
    static final int[] SOURCE = {1, 2};
    static final int[] SHARED = new int[2];

    static int[] copy() {
        synchronized (SHARED) {
            return SHARED.clone();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (SHARED) {
                System.arraycopy(SOURCE, 0, SHARED, 0, 2);
            }
        }).start();
        assert copy().length == 2;
    }
}
