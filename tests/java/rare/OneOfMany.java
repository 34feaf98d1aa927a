// Twelve threads; two of them use the last cell, one of these after the others have gone through a queue.
public class OneOfMany {
    static final Object LOCK = new Object();
    static int queue, cell;

    public static void main(String[] args) {
        for (int i = 0; i < 12; i++) {
            int self = i;
            new Thread(() -> {
                boolean isHalf;
                synchronized (LOCK) {
                    isHalf = ++queue == 6;
                }
                if (self == 11 || isHalf) cell++;
            }).start();
        }
    }
}
