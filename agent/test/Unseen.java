import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/** A right program whose publication goes a way that is not seen: by a handle or by reflection, in several ways, and one that is. */
public final class Unseen {
    public interface Setter {
        void set(int value);
    }

    private static final AtomicInteger READY = new AtomicInteger();
    private static volatile int flag;
    private static int value;

    public static void main(String[] arguments) throws Exception {
        String way = arguments[0];
        Thread thread = new Thread(() -> {
            value = 1;
            try {
                publish(way);
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
        });
        thread.start();
        while (READY.get() + flag == 0) {
            Thread.onSpinWait();
        }
        System.out.println(value);
        thread.join();
    }

    private static void publish(String way) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle handle = lookup.findStaticVarHandle(Unseen.class, "flag", int.class);
        switch (way) {
            case "handle" -> {
                MethodHandle set = lookup.findVirtual(AtomicInteger.class, "set", MethodType.methodType(void.class, int.class));
                set.invokeExact(READY, 1);
            }
            case "reflection" -> {
                Method set = AtomicInteger.class.getMethod("set", int.class);
                set.invoke(READY, 1);
            }
            case "derived" -> handle.toMethodHandle(VarHandle.AccessMode.SET_VOLATILE).invokeExact(1);
            case "proxied" -> {
                MethodHandle set = lookup.findStaticSetter(Unseen.class, "flag", int.class);
                MethodHandleProxies.asInterfaceInstance(Setter.class, set).set(1);
            }
            default -> {
                Method own = Unseen.class.getDeclaredMethod("set", int.class);
                own.invoke(null, 1);
                MethodHandle set = lookup.unreflect(own);
                set.asType(MethodType.methodType(void.class, Integer.class)).invoke((Integer) 1);
                lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)).invoke("seen");
            }
        }
    }

    static void set(int to) {
        READY.set(to);
    }
}
