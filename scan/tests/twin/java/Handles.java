// Fields by handles: constant ones, of objects, arrays and classes, and such of which it is not known what they access.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicReference;

class Handles {
    static final VarHandle HELD;
    static final VarHandle COMMON;
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(Object[].class);
    static Object common;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Handles.class, "held", Object.class);
            COMMON = MethodHandles.lookup().findStaticVarHandle(Handles.class, "common", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Object held;
    Object other;

    public static void main(String[] arguments) throws Exception {
        Handles handles = new Handles();
        HELD.set(handles, new Object());
        HELD.compareAndSet(handles, HELD.get(handles), handles);
        Object before = HELD.getAndSet(handles, new Handles());
        COMMON.setVolatile(before);
        Object[] objects = new Object[2];
        ELEMENTS.setRelease(objects, 1, COMMON.getAcquire());

        VarHandle unknown = arguments.length == 0 ? HELD : ELEMENTS;
        Handles some = new Handles();
        some.other = new int[1];
        unknown.set(some, new Object[1]);
        Object any = unknown.get(some);
        Object one = some.held;
        Array.set(objects, 0, any);
        Object back = Array.get(objects, 0);
        unknown.set(new Handles(), back == one);

        AtomicReference<Object> reference = new AtomicReference<>(back);
        reference.getAndSet(reference.get());
        reference.compareAndExchange(one, handles);
    }
}
