// check: verdict=violated kind=data-race variable=java.nio.charset.CharsetEncoder.state
// Two threads encode by one encoder.
// Schedule: any; its state is read and written plainly.
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

public class EncoderShared {
    static void encode(CharsetEncoder encoder) {
        try {
            encoder.encode(CharBuffer.wrap("abc"));
        } catch (CharacterCodingException | IllegalStateException e) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        Thread other = new Thread(() -> encode(encoder));
        other.start();
        encode(encoder);
        other.join();
    }
}
