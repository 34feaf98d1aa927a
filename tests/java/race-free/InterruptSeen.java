// check: verdict=race-free
// Main writes a field and interrupts a thread, which looks for the interrupt once and reads the field if it saw it.
// Race-free: the interrupt synchronizes with the look that learns of it.
// Twin: InterruptIgnored.java
public class InterruptSeen {
    static int value;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            boolean told = Thread.currentThread().isInterrupted();
            assert !told || value == 1;
        });
        reader.start();
        value = 1;
        reader.interrupt();
    }
}
