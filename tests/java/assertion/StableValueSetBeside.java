// check: min=25 max=25 verdict=violated kind=assertion every=true
// A stable value (a preview: by reflection) is asked whether it is set while another sets it.
// Schedule: the other sets it first.
import java.lang.reflect.Method;

public class StableValueSetBeside {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("java.lang.StableValue");
        Object value = type.getMethod("of").invoke(null);
        Method set = type.getMethod("trySet", Object.class);
        Method isSet = type.getMethod("isSet");
        Thread other =
                new Thread(
                        () -> {
                            try {
                                set.invoke(value, 1);
                            } catch (ReflectiveOperationException e) {
                                throw new AssertionError(e);
                            }
                        });
        other.start();
        assert !(boolean) isSet.invoke(value);
        other.join();
    }
}
