// check: verdict=race-free
// A thread writes, and then changes its name; main reads what was written if it sees the new name.
// Race-free: the name of a thread is a volatile field of the class library.
// Twin: NameOfOther.java
public class NameTellsWriting {
    static int value;

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            value = 1;
            Thread.currentThread().setName("done");
        });
        writer.start();
        if (writer.getName().equals("done")) {
            int read = value;
        }
    }
}
