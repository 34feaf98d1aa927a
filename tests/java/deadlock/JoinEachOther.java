// check: verdict=violated kind=deadlock
// Each of two threads joins the other if it knows it already.
// Schedule: the first thread reads the field after main has set it and started the second: each waits for the other's end.
// No data race: the field is volatile, the first thread is known before the second starts.
public class JoinEachOther {
    static volatile Thread second;

    static void join(Thread thread) {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Thread first = new Thread(() -> join(second));
        first.start();
        Thread other = new Thread(() -> join(first));
        other.start();
        second = other;
    }
}
