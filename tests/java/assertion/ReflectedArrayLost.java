// check: verdict=violated kind=assertion at=access racy=true
// Accesses of an array's elements by reflection; what is stored is shared from then on.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.lang.reflect.Array;
public class ReflectedArrayLost {
    static final Object ROW = new int[][] {{0}, null};

    static void increment() {
        Object column = Array.get(ROW, 0);
        Array.setInt(column, 0, Array.getInt(column, 0) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Array.set(ROW, 0, new int[1]);
        Thread other = new Thread(ReflectedArrayLost::increment);
        other.start();
        increment();
        other.join();
        assert Array.getInt(Array.get(ROW, 0), 0) == 2;
    }
}
