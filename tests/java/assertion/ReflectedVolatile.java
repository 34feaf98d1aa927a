// check: verdict=violated kind=assertion
// A volatile field is written twice by reflection, and read between the two writes.
// Schedule: main reads after the first write: what reflection does to a program's field is the program's.
// No data race: the field is volatile.
import java.lang.reflect.Field;

public class ReflectedVolatile {
    public static volatile int value;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = ReflectedVolatile.class.getField("value");
        Thread thread = new Thread(() -> {
            try {
                field.setInt(null, 1);
                field.setInt(null, 2);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        assert value != 1;
    }
}
