// check: verdict=violated kind=assertion at=access racy=true
// An array is copied while it is written from its beginning to its end.
// Schedule: the first element is copied before it is written, the second one after it was.
// Racy: the elements are read and written without any order.
import java.util.Arrays;
public class CopyOfTorn {
    static final Integer[] ROW = {0, 0};

    public static void main(String[] args) {
        new Thread(() -> {
            ROW[0] = 1;
            ROW[1] = 1;
        }).start();
        Integer[] copy = Arrays.copyOf(ROW, 2);
        assert copy[0] == 1 || copy[1] == 0;
    }
}
