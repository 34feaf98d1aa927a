import java.util.concurrent.atomic.AtomicInteger;

/** A race: a weak compare-and-set in plain mode hands nothing over. */
public final class Weak {
    private static int value;

    public static void main(String[] arguments) throws InterruptedException {
        AtomicInteger flag = new AtomicInteger();
        Thread other = new Thread(() -> {
            value = 1;
            while (!flag.weakCompareAndSetPlain(0, 1)) {
                Thread.onSpinWait();
            }
        });
        other.start();
        while (flag.get() == 0) {
            Thread.onSpinWait();
        }
        System.out.println(value);
        other.join();
    }
}
