// check: verdict=violated kind=data-race variable=LazyPlainStatic.instance|int[][0] conflict=write-write|write-read|read-write
// Two threads get an array that whoever comes first creates, kept in a plain static field.
// Racy: nothing orders one thread's write of the field, or of the array's element, and the other's accesses.
// Twin: LazyHolderStatic.java
public class LazyPlainStatic {
    static int[] instance;

    static int[] get() {
        if (instance == null) {
            instance = new int[] {5};
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert get()[0] == 5;
        }).start();
        assert get()[0] == 5;
    }
}
