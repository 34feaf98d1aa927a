// check: verdict=violated kind=data-race variable=java.lang.Integer[][0] conflict=write-read|read-write
// A thread copies objects into an array of integers, the second of which is none, so that the copying fails; main reads the first.
// Racy: what was copied before the failure was written.
// Twin: CopyThatFailsBeforeJoin.java
public class CopyThatFails {
    static final Integer[] integers = new Integer[2];

    static void copy() {
        try {
            System.arraycopy(new Object[] {1, "two"}, 0, integers, 0, 2);
        } catch (ArrayStoreException expected) {
            return;
        }
    }

    public static void main(String[] args) {
        new Thread(CopyThatFails::copy).start();
        Integer first = integers[0];
    }
}
