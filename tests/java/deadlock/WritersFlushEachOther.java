// check: verdict=violated kind=deadlock every=true
// Each of two writers holds its own lock while it flushes the other.
// Schedule: both have begun to flush.
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;

public class WritersFlushEachOther {
    static Writer left, right;

    static void flush(Writer writer) {
        try {
            writer.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> flush(left));
        left =
                new OutputStreamWriter(
                        new OutputStream() {
                            @Override
                            public void write(int written) {}

                            @Override
                            public void flush() {
                                if (Thread.currentThread() == other) {
                                    WritersFlushEachOther.flush(right);
                                }
                            }
                        });
        right =
                new OutputStreamWriter(
                        new OutputStream() {
                            @Override
                            public void write(int written) {}

                            @Override
                            public void flush() {
                                if (Thread.currentThread() != other) {
                                    WritersFlushEachOther.flush(left);
                                }
                            }
                        });
        other.start();
        flush(right);
        other.join();
    }
}
