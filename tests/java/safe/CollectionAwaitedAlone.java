// check: verdict=passed
// The last thread waits for garbage to be collected, which the machine never does as far as the program can see: no livelock either.
import java.lang.ref.WeakReference;

public class CollectionAwaitedAlone {
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {}).start();
        WeakReference<Object> weak = new WeakReference<>(new Object());
        while (weak.get() != null) {
            System.gc();
            Thread.sleep(10);
        }
    }
}
