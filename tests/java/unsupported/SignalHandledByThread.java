// check: verdict=unsupported
// A thread says how a signal is to be handled.
// Unsupported: how signals are handled is no part of a state and cannot be undone.
import sun.misc.Signal;

public class SignalHandledByThread {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> Signal.handle(new Signal("USR2"), signal -> {}));
        other.start();
        other.join();
    }
}
