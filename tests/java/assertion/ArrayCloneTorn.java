// check: verdict=violated kind=assertion at=access racy=true
// An array is cloned while two of its elements are written.
// Schedule: the first element is copied before it is written, the second one after it was.
// Racy: the elements are read and written without any order.
public class ArrayCloneTorn {
    static final short[] ROW = new short[2];

    public static void main(String[] args) {
        new Thread(() -> {
            ROW[0] = 1;
            ROW[1] = 1;
        }).start();
        short[] copy = ROW.clone();
        assert copy[0] == copy[1] || copy[0] == 1;
    }
}
