// check: verdict=unsupported
// A program raises a signal, and waits for whoever handles it.
// Unsupported: that is a thread of the class library's, and these are not scheduled.
import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

public class SignalRaised {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch handled = new CountDownLatch(1);
        Signal.handle(new Signal("USR2"), signal -> handled.countDown());
        Signal.raise(new Signal("USR2"));
        handled.await();
    }
}
