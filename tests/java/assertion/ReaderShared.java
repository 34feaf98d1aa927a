// check: verdict=violated kind=assertion every=true
// Two threads read one character each.
// Schedule: the other reads first.
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;

public class ReaderShared {
    public static void main(String[] args) throws Exception {
        Reader reader = new InputStreamReader(new ByteArrayInputStream(new byte[] {'A', 'B'}));
        Thread other =
                new Thread(
                        () -> {
                            try {
                                reader.read();
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        other.start();
        int read = reader.read();
        other.join();
        assert read == 'A';
    }
}
