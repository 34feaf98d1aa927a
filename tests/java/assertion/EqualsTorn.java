// check: verdict=violated kind=assertion at=access racy=true
// Arrays are compared, eight bytes at once, while one is written.
// Schedule: the first eight bytes are compared before the writing, the others after it.
// Racy: the elements are read and written without any order.
import java.util.Arrays;
public class EqualsTorn {
    static final byte[] ONE = new byte[16];

    public static void main(String[] args) {
        byte[] other = new byte[16];
        other[8] = 1;
        new Thread(() -> {
            ONE[0] = 1;
            ONE[8] = 1;
        }).start();
        assert !Arrays.equals(ONE, other);
    }
}
