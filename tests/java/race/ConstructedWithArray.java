// check: verdict=violated kind=data-race variable=java.lang.Object[][0]
// The same for a constructor.
import java.lang.reflect.Constructor;

public class ConstructedWithArray {
    static final Object[] ARGUMENTS = {1};

    ConstructedWithArray(Integer number) {}

    public static void main(String[] args) throws Exception {
        Constructor<?> constructor = ConstructedWithArray.class.getDeclaredConstructor(Integer.class);
        Thread writer = new Thread(() -> ARGUMENTS[0] = 3);
        writer.start();
        constructor.newInstance(ARGUMENTS);
        writer.join();
    }
}
