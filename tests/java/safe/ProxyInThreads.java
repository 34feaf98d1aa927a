// check: verdict=passed
// Two threads make proxies, of one interface and of two, and annotations, which are proxies as well. The classes behind
// them are made while schedules are explored, and outlive every going back.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class ProxyInThreads {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        int value() default 7;
    }

    @Marked
    static class One {}

    static volatile int sum;

    static int seven() {
        return 7;
    }

    public static void main(String[] args) throws Exception {
        Thread proxies = new Thread(() -> {
            Class<?>[] interfaces = {Supplier.class, Callable.class};
            Object both = Proxy.newProxyInstance(One.class.getClassLoader(), interfaces, (p, method, a) -> 7);
            sum = (Integer) ((Supplier<?>) both).get();
        });
        Thread others = new Thread(() -> {
            Class<?>[] interfaces = {Supplier.class};
            Object one = Proxy.newProxyInstance(One.class.getClassLoader(), interfaces, (p, method, a) -> 7);
            assert ((Supplier<?>) one).get().equals(One.class.getAnnotation(Marked.class).value());
            try {
                MethodType type = MethodType.methodType(int.class);
                MethodHandle seven = MethodHandles.lookup().findStatic(ProxyInThreads.class, "seven", type);
                assert MethodHandleProxies.asInterfaceInstance(IntSupplier.class, seven).getAsInt() == 7;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        proxies.start();
        others.start();
        proxies.join();
        others.join();
        assert sum == 7;
    }
}
