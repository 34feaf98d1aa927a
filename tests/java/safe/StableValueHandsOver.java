// check: min=25 max=25 verdict=passed
// Who sees that a stable value is set (a preview: by reflection) sees what was done before.
import java.lang.reflect.Method;

public class StableValueHandsOver {
    static int data;

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.lang.StableValue");
        Object value = type.getMethod("of").invoke(null);
        Method set = type.getMethod("trySet", Object.class);
        Method isSet = type.getMethod("isSet");
        Thread sets =
                new Thread(
                        () -> {
                            data = 1;
                            try {
                                set.invoke(value, 1);
                            } catch (ReflectiveOperationException e) {
                                throw new AssertionError(e);
                            }
                        });
        Thread asks =
                new Thread(
                        () -> {
                            try {
                                if ((boolean) isSet.invoke(value)) {
                                    data++;
                                }
                            } catch (ReflectiveOperationException e) {
                                throw new AssertionError(e);
                            }
                        });
        sets.start();
        asks.start();
        sets.join();
        asks.join();
        assert data == 1 || data == 2;
    }
}
