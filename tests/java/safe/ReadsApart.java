// check: verdict=passed
// Files and direct buffers of each thread's own: the class library's sizes of pages are computed by
// whoever comes first, and by two to the same end.
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadsApart {
    static void read() {
        try {
            Files.readAllBytes(Path.of(System.getProperty("java.home"), "release"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer.allocateDirect(8).put(0, (byte) 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReadsApart::read);
        other.start();
        read();
        other.join();
    }
}
