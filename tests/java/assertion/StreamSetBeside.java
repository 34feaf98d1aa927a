// check: verdict=violated kind=assertion every=true
// Who prints reads the stream that another sets.
// Schedule: the other sets it between two lines.
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class StreamSetBeside {
    public static void main(String[] args) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true);
        Thread other = new Thread(() -> System.setErr(stream));
        other.start();
        System.err.print("");
        System.err.print("one");
        System.err.print("two");
        other.join();
        assert printed.size() != 3;
    }
}
