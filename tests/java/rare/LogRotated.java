// A log has a new file for each sixteen lines; the writer that comes next opens it without the lock.
public class LogRotated {
    static final Object LOCK = new Object();
    static int lines, files;

    static void write() {
        boolean isFull;
        synchronized (LOCK) {
            isFull = ++lines % 16 == 0;
        }
        if (isFull) {
            files++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int n = 0; n < 8; n++) write();
            }).start();
        }
    }
}
