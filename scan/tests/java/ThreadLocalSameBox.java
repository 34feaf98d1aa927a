// scan: candidates=ThreadLocalSameBox$Box.value
// races: ThreadLocalSameBox$Box.value
// Two threads count in the box that a ThreadLocal gives them, which is the same for all.
// Racy: what a ThreadLocal holds is of one thread only if it was made for it.
// Twin: ThreadLocalOwnBox.java
public class ThreadLocalSameBox {
    static final class Box {
        int value;
    }

    static final Box SHARED = new Box();
    static final ThreadLocal<Box> BOX = ThreadLocal.withInitial(() -> SHARED);

    static void count() {
        BOX.get().value++;
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalSameBox::count).start();
        new Thread(ThreadLocalSameBox::count).start();
    }
}
