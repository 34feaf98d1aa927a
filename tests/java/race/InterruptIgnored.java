// check: verdict=violated kind=data-race variable=InterruptIgnored.value conflict=write-read|read-write
// Main writes a field and interrupts a thread, which looks for the interrupt once and reads the field whatever it saw.
// Racy: the interrupt orders only what the thread does after it has learnt of it.
// Twin: InterruptSeen.java
public class InterruptIgnored {
    static int value;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            boolean told = Thread.currentThread().isInterrupted();
            assert value == 1 || !told;
        });
        reader.start();
        value = 1;
        reader.interrupt();
    }
}
