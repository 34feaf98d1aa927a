// scan: candidates=OrderedNotYetStarted.data
// races: OrderedNotYetStarted.data
// Main writes data if a thread is not alive, which another thread starts.
// Racy: the thread may not have been started yet, and then nothing orders the two.
// Twin: ../../../tests/java/race-free/AliveAnswerAwaited.java
public class OrderedNotYetStarted {
    static int data;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            assert data >= 0;
        });
        new Thread(reader::start).start();
        if (!reader.isAlive()) {
            data = 1;
        }
    }
}
