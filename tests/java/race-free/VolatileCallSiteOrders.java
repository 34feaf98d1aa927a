// check: verdict=race-free
// A thread writes a number and then sets the target of a volatile call site; main reads the number if it sees that target.
// Race-free: the target is read and written as a volatile variable.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VolatileCallSite;

public class VolatileCallSiteOrders {
    static final MethodHandle NEW = MethodHandles.constant(int.class, 2);
    static final VolatileCallSite SITE = new VolatileCallSite(MethodHandles.constant(int.class, 1));
    static int number;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            number = 1;
            SITE.setTarget(NEW);
        });
        writer.start();
        if (SITE.getTarget() == NEW && number != 1) {
            throw new AssertionError(number);
        }
        writer.join();
    }
}
