// check: verdict=violated kind=data-race variable=int[][1] conflict=write-read|read-write
// A thread increments an element of an array that a volatile field refers to; main reads the element.
// Racy: the reference is volatile, its elements are plain, and the field is only read.
// Twin: AtomicArrayElements.java
public class VolatileArrayPlainElements {
    static volatile int[] cells = new int[2];

    public static void main(String[] args) {
        new Thread(() -> cells[1]++).start();
        int seen = cells[1];
        assert seen == 0 || seen == 1;
    }
}
