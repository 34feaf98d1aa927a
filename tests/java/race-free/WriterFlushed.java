// check: verdict=race-free
// A writer's own lock keeps apart what is done below it.
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;

public class WriterFlushed {
    static int flushed;

    static void flush(Writer writer) {
        try {
            writer.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OutputStream counting =
                new OutputStream() {
                    @Override
                    public void write(int written) {}

                    @Override
                    public void flush() {
                        flushed++;
                    }
                };
        Writer writer = new OutputStreamWriter(counting);
        Thread other = new Thread(() -> flush(writer));
        other.start();
        flush(writer);
        other.join();
        assert flushed == 2;
    }
}
