// A file that was opened before the first thread is closed by whichever thread comes first, and closed again: neither fails.
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class ClosedByEither {
    static void close(AutoCloseable file) {
        try {
            file.close();
        } catch (Exception exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] arguments) throws IOException {
        FileOutputStream stream = new FileOutputStream("made");
        stream.write(1);
        FileChannel channel = FileChannel.open(Path.of("old.txt"), StandardOpenOption.WRITE);
        Thread thread = new Thread(() -> {
            close(stream);
            close(channel);
        });
        thread.start();
        close(channel);
        close(stream);
    }
}
