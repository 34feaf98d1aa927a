// check: verdict=violated kind=data-race variable=java.io.PushbackInputStream.pos
// Two threads push back to one stream.
// Schedule: any; where it stands is read and written plainly.
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PushbackInputStream;

public class PushedBackShared {
    static void push(PushbackInputStream stream) {
        try {
            stream.unread(1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PushbackInputStream stream =
                new PushbackInputStream(new ByteArrayInputStream(new byte[9]), 4);
        Thread other = new Thread(() -> push(stream));
        other.start();
        push(stream);
        other.join();
    }
}
