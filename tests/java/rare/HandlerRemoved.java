import java.util.concurrent.CopyOnWriteArrayList;

// A handler may be called after it was taken off the list, by who had begun to go through it.
public class HandlerRemoved {
    static class Handler {
        int state;
        boolean isOff;
    }

    static final CopyOnWriteArrayList<Handler> ALL = new CopyOnWriteArrayList<>();
    static final Object LOCK = new Object();

    static void fire() {
        for (Handler handler : ALL) {
            synchronized (LOCK) {
                if (!handler.isOff) handler.state++;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) ALL.add(new Handler());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (int n = 0; n < 3; n++) fire();
            }).start();
        }
        new Thread(() -> {
            Handler first = ALL.remove(0);
            first.isOff = true;
        }).start();
    }
}
