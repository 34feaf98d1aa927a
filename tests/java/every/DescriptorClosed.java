// check: verdict=violated kind=uncaught-exception
// A thread reads from a stream that main closes, perhaps before.
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class DescriptorClosed {
    public static void main(String[] args) throws IOException {
        FileInputStream in = new FileInputStream("/etc/passwd");
        new Thread(() -> {
            try {
                in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).start();
        in.close();
    }
}
