// check: verdict=violated kind=livelock cut=random
// A thread works until it is told to stop, which it is only if main has seen it begin: else main waits for its end for ever, and it
// goes on working. It comes back to its state, from which no schedule ends the program, though others do.
public class StopNeverAsked {
    static volatile boolean begun, stop;
    static volatile int n;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            begun = true;
            while (!stop) {
                n = 1 - n;
            }
        });
        worker.start();
        if (begun) {
            stop = true;
        }
        worker.join();
    }
}
