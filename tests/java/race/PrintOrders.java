// check: verdict=violated kind=data-race variable=PrintOrders.x every=true jdks=all
// x would be ordered by the monitor inside println only, which a PrintStream does not document: printing orders nothing.
import java.lang.invoke.*;
public class PrintOrders {
    static int x; static int flag; static final VarHandle F;
    static { try { F = MethodHandles.lookup().findStaticVarHandle(PrintOrders.class, "flag", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { x = 1; System.out.println("a"); F.setOpaque(1); });
        t.start();
        while ((int) F.getOpaque() == 0) { }
        System.out.println("b");
        x = 2;
        t.join();
    }
}
