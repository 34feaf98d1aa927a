// check: verdict=passed
// Main opens a file in three ways before it starts a thread, and reads on in each afterwards, while the other thread reads it by a
// stream of its own.
// Passed: where a descriptor stood before the first choice is where reading goes on in every schedule.
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

public class ReadsOnInFile {
    static final String NAME = "read-on-in-memory";
    static volatile int seen;

    static int next(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        return channel.read(one) < 0 ? -1 : one.get(0);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream(NAME)) {
            out.write("abcd".getBytes());
        }
        try (FileInputStream in = new FileInputStream(NAME);
                RandomAccessFile file = new RandomAccessFile(NAME, "r");
                FileChannel channel = FileChannel.open(Path.of(NAME))) {
            assert in.read() == 'a' && file.read() == 'a' && next(channel) == 'a';
            Thread other = new Thread(() -> {
                seen = 1;
                try (FileInputStream own = new FileInputStream(NAME)) {
                    assert own.read() == 'a' && own.available() == 3;
                    seen = 2;
                    assert own.skip(1) == 1 && own.read() == 'c';
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            other.start();
            seen = 3;
            assert in.read() == 'b' && file.read() == 'b' && next(channel) == 'b';
            seen = 4;
            assert in.read() == 'c' && file.getFilePointer() == 2 && file.length() == 4 && channel.position() == 2;
            file.seek(3);
            channel.position(3);
            assert in.available() == 1 && file.read() == 'd' && next(channel) == 'd';
            assert in.read() == 'd' && in.read() == -1 && file.read() == -1 && next(channel) == -1;
            other.join();
        }
    }
}
