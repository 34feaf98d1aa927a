// check: verdict=race-free
// Two threads append a letter to the same StringBuffer.
// Race-free: its methods are synchronized.
// Twin: StringBuilderShared.java
public class StringBufferShared {
    static final StringBuffer TEXT = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> TEXT.append('a'));
        other.start();
        TEXT.append('b');
        other.join();
        assert TEXT.length() > 0;
    }
}
