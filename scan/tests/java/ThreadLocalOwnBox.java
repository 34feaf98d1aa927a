// scan: candidates=none
// races: none
// Two threads count in the box that a ThreadLocal makes for each.
// Proved by thread-local: the initial value is a fresh object of the thread that asks for it.
// Twin: ThreadLocalSameBox.java
public class ThreadLocalOwnBox {
    static final class Box {
        int value;
    }

    static final ThreadLocal<Box> BOX = ThreadLocal.withInitial(Box::new);

    static void count() {
        BOX.get().value++;
        BOX.get().value++;
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalOwnBox::count).start();
        new Thread(ThreadLocalOwnBox::count).start();
    }
}
