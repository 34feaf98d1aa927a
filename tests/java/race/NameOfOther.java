// check: verdict=violated kind=data-race variable=NameOfOther.value conflict=write-read|read-write
// A thread writes, and then changes its name; main looks at the name of another thread, and reads.
// Racy: nothing that main has read was written after the value was.
// Twin: NameTellsWriting.java
public class NameOfOther {
    static int value;

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            value = 1;
            Thread.currentThread().setName("done");
        });
        writer.start();
        if (!Thread.currentThread().getName().equals("done")) {
            int read = value;
        }
    }
}
