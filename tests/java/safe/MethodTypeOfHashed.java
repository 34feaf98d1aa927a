// check: verdict=passed jdks=all
// Two threads ask for a class's hash code, and call a method with a parameter of that class by a handle. Passed: there is one type
// of methods with that parameter, whoever asked first for the hash code, under which it is kept.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class MethodTypeOfHashed {
    static class Own {}

    static int take(Own own) {
        return 7;
    }

    static void call() {
        synchronized (Own.class) {
            // Either thread may be the first.
        }
        Own.class.hashCode();
        MethodType type = MethodType.methodType(int.class, Own.class);
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(MethodTypeOfHashed.class, "take", type);
            int seven = (int) handle.invokeExact(new Own());
            assert seven == 7;
        } catch (Throwable wrong) {
            throw new AssertionError(wrong);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(MethodTypeOfHashed::call);
        other.start();
        call();
        other.join();
    }
}
