// check: verdict=unsupported
// A thread writes to a file while schedules are explored.
// Unsupported: the host's files cannot be undone, so the schedule after this one would find it written.
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class WritesFile {
    static volatile int seen;

    public static void main(String[] args) {
        new Thread(() -> {
            seen = 1;
            try (FileOutputStream out = new FileOutputStream("raceproof-must-not-write-this")) {
                out.write(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).start();
        seen = 2;
    }
}
