// check: verdict=violated kind=assertion every=true
// A method is made accessible while it is called.
// Schedule: the other sets it first.
import java.lang.reflect.Method;

public class AccessibleAsked {
    static class Shy {
        private static void greet() {}
    }

    static boolean calls(Method method) throws ReflectiveOperationException {
        try {
            method.invoke(null);
            return true;
        } catch (IllegalAccessException refused) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        Method method = Shy.class.getDeclaredMethod("greet");
        Thread other = new Thread(() -> method.setAccessible(true));
        other.start();
        boolean called = calls(method);
        other.join();
        assert !called;
    }
}
