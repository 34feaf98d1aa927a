// check: verdict=violated kind=assertion at=access racy=true
// An array is copied into another while that one is read.
// Schedule: the second element is copied after the reading, the first one before it.
// Racy: the elements are read and written without any order.
public class ArrayCopyTorn {
    static final int[] FROM = {1, 1};
    static final int[] TO = new int[2];

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(FROM, 0, TO, 0, 2)).start();
        int first = TO[0];
        int second = TO[1];
        assert first == second || second == 1;
    }
}
