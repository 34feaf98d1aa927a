// check: verdict=violated kind=assertion
// Two threads read from one channel, whose lock the class library takes: either may be first.
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

public class ChannelShared {
    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream("channel-shared")) {
            out.write("ab".getBytes());
        }
        FileChannel channel = FileChannel.open(Path.of("channel-shared"));
        ByteBuffer mine = ByteBuffer.allocate(1);
        ByteBuffer others = ByteBuffer.allocate(1);
        Thread other = new Thread(() -> {
            try {
                channel.read(others);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        channel.read(mine);
        other.join();
        assert mine.get(0) + others.get(0) == 'a' + 'b' && mine.get(0) == 'a';
    }
}
