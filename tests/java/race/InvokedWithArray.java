// check: verdict=violated kind=data-race variable=java.lang.Object[][0]
// A reflective call reads its arguments from the program's array, to which another thread writes.
import java.lang.reflect.Method;

public class InvokedWithArray {
    static final Object[] ARGUMENTS = {1, 2};

    static void add(Integer left, Integer right) {}

    public static void main(String[] args) throws Exception {
        Method add = InvokedWithArray.class.getDeclaredMethod("add", Integer.class, Integer.class);
        Thread writer = new Thread(() -> ARGUMENTS[0] = 3);
        writer.start();
        add.invoke(null, ARGUMENTS);
        writer.join();
    }
}
