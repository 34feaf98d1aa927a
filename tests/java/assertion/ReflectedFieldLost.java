// check: verdict=violated kind=assertion at=access racy=true
// Accesses of a field by reflection.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.lang.reflect.Field;
public class ReflectedFieldLost {
    static int value;
    static final Field VALUE;

    static {
        try {
            VALUE = ReflectedFieldLost.class.getDeclaredField("value");
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    static void increment() {
        try {
            VALUE.setInt(null, VALUE.getInt(null) + 1);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Throwable {
        Thread other = new Thread(ReflectedFieldLost::increment);
        other.start();
        increment();
        other.join();
        assert value == 2;
    }
}
