// scan: candidates=InterruptByStream.x
// races: InterruptByStream.x
// Printing interrupts main, since its stream says that it was interrupted: main does not wait for the first thread.
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;

public class InterruptByStream {
    static final Thread FIRST = new Thread(() -> InterruptByStream.x = 1);
    static final Thread SECOND = new Thread(() -> InterruptByStream.x = 2);
    static int x;

    public static void main(String[] args) {
        FIRST.start();
        new PrintStream(new OutputStream() {
            @Override
            public void write(int letter) throws IOException {
                throw new InterruptedIOException();
            }
        }).println("interrupted");
        try {
            FIRST.join();
        } catch (InterruptedException interrupted) {
            SECOND.start();
        }
    }
}
