// check: verdict=violated kind=data-race variable=FenceWriteBefore.data conflict=write-read|read-write
// What is written behind the release fence is not among what the fence hands over.
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

public class FenceWriteBefore {
    static int data;
    static final AtomicInteger ready = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> { VarHandle.releaseFence(); data = 1; ready.setOpaque(1); }).start();
        if (ready.getOpaque() == 1) {
            VarHandle.acquireFence();
            int read = data;
        }
    }
}
