// check: verdict=violated kind=assertion
// Two threads move and read one file: a byte may be read where the other has moved to.
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

public class RandomAccessShared {
    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream("random-shared")) {
            out.write("abc".getBytes());
        }
        RandomAccessFile file = new RandomAccessFile("random-shared", "r");
        Thread other = new Thread(() -> {
            try {
                file.seek(2);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        file.seek(1);
        int read = file.read();
        other.join();
        assert read == 'b';
    }
}
