// check: verdict=violated kind=assertion at=access racy=true
// An array is shifted in place, from its end on, while it is read.
// Schedule: between the copying of the two elements both hold the same.
// Racy: the elements are read and written without any order.
public class ArrayCopyBackwards {
    static final int[] ROW = {1, 2, 3};

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(ROW, 0, ROW, 1, 2)).start();
        int last = ROW[2];
        int middle = ROW[1];
        assert last != 2 || middle != 2;
    }
}
