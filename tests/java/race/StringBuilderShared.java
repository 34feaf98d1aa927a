// check: verdict=violated kind=data-race variable=java.lang.AbstractStringBuilder.*|byte[][0] conflict=write-write|write-read|read-write
// Two threads append a letter to the same StringBuilder.
// Racy: it takes no lock, so that nothing orders one thread's change of the length, or of the first letter, and the other's.
// Twin: StringBufferShared.java
public class StringBuilderShared {
    static final StringBuilder TEXT = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> TEXT.append('a'));
        other.start();
        TEXT.append('b');
        other.join();
        assert TEXT.length() > 0;
    }
}
