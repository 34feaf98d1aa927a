import java.util.concurrent.atomic.AtomicReference;

// An update that fails twice is done by hand.
public class RetriedOnce {
    static class State {
        int value;
    }

    static final AtomicReference<Integer> VERSION = new AtomicReference<>(0);
    static final State STATE = new State();

    static void update() {
        for (int n = 0; n < 2; n++) {
            Integer old = VERSION.get();
            if (VERSION.compareAndSet(old, old + 1)) return;
        }
        STATE.value++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int n = 0; n < 5; n++) update();
            }).start();
        }
    }
}
