// check: verdict=violated kind=data-race variable=int[][0]|int[][1] conflict=write-read|read-write
// A thread copies two numbers into a shared array under a monitor; main clones the array without it.
// Racy: clone reads the elements, and nothing orders that and the writes by arraycopy.
// Twin: CopyGuarded.java
public class CopyUnguarded {
    static final int[] SOURCE = {1, 2};
    static final int[] SHARED = new int[2];

    static int[] copy() {
        return SHARED.clone();
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
