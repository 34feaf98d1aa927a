// check: verdict=unsupported
// Main interrupts all threads of its group, and counts as the handler of the other thread does.
// Unsupported: while schedules are explored, groups do not keep their threads, so nobody would be interrupted.
public class GroupInterrupted {
    static int count;

    public static void main(String[] args) {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                count++;
            }
        });
        sleeper.start();
        Thread.currentThread().getThreadGroup().interrupt();
        count++;
    }
}
