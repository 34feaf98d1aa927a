// check: verdict=violated kind=assertion jdks=all
// Two threads read from one stream, which gives each byte once: either may be first. Main reads before it has come to anything else
// that others notice.
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class DescriptorShared {
    static int read;

    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream("descriptor-shared")) {
            out.write("ab".getBytes());
        }
        FileInputStream in = new FileInputStream("descriptor-shared");
        Thread other = new Thread(() -> {
            try {
                read = in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        int mine = in.read();
        other.join();
        assert mine + read == 'a' + 'b' && mine == 'a';
    }
}
