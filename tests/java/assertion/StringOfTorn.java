// check: verdict=violated kind=assertion at=access racy=true
// A string is made of characters that another thread writes.
// Schedule: the first character is read before it is written, the second one after it was.
// Racy: the characters are read and written without any order.
public class StringOfTorn {
    static final char[] TEXT = {'a', 'a'};

    public static void main(String[] args) {
        new Thread(() -> {
            TEXT[0] = 'b';
            TEXT[1] = 'b';
        }).start();
        assert !new String(TEXT).equals("ab");
    }
}
