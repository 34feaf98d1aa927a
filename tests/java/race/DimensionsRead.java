// check: verdict=violated kind=data-race variable=int[][0]
// The lengths of a new array of arrays are read from one to which another thread writes.
import java.lang.reflect.Array;

public class DimensionsRead {
    static final int[] DIMENSIONS = {2, 3};

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> DIMENSIONS[0] = 4);
        writer.start();
        Array.newInstance(int.class, DIMENSIONS);
        writer.join();
    }
}
