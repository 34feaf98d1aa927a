// check: verdict=race-free jdks=all
// Two threads read the same file by streams of their own: each begins at its first byte.
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class DescriptorOwn {
    static int read;

    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream("descriptor-own")) {
            out.write("ab".getBytes());
        }
        FileInputStream in = new FileInputStream("descriptor-own");
        Thread other = new Thread(() -> {
            try (FileInputStream own = new FileInputStream("descriptor-own")) {
                read = own.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        int mine = in.read();
        other.join();
        assert mine == 'a' && read == 'a';
    }
}
