// check: verdict=violated kind=assertion exception=java.lang.AssertionError
// A thread writes a volatile field while main copies the object: the copy may have the old value or the new one.
// Violated: main asserts the old value, and nothing keeps the write from coming first.
public class CloneReadsVolatile implements Cloneable {
    volatile int value;

    public static void main(String[] args) throws CloneNotSupportedException {
        CloneReadsVolatile original = new CloneReadsVolatile();
        new Thread(() -> original.value = 1).start();
        CloneReadsVolatile copy = (CloneReadsVolatile) original.clone();
        assert copy.value == 0;
    }
}
