// scan: candidates=GlobalLocksDiffer.count
// races: GlobalLocksDiffer.count
// Two threads count, each under the monitor of another static object.
// Racy: each lock exists once, but they are two.
// Twin: GlobalStaticFinal.java
public class GlobalLocksDiffer {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LEFT) {
                count++;
            }
        }).start();
        synchronized (RIGHT) {
            count++;
        }
    }
}
