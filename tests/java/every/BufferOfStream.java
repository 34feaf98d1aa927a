// check: verdict=violated kind=data-race variable=byte[][0]
// The buffer of a stream is the library's until a subclass accesses it: its write races with the library's read behind it.
import java.io.ByteArrayOutputStream;

public class BufferOfStream extends ByteArrayOutputStream {
    void put(byte value) {
        buf[0] = value;
    }

    public static void main(String[] args) throws InterruptedException {
        BufferOfStream stream = new BufferOfStream();
        stream.write(1);
        Thread reader = new Thread(() -> stream.toByteArray());
        reader.start();
        stream.put((byte) 2);
        reader.join();
    }
}
