// check: verdict=violated kind=data-race variable=byte[][0]
// Random numbers are written into an array that another thread reads.
import java.security.SecureRandom;

public class RandomIntoArray {
    static final byte[] BYTES = new byte[4];
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        SecureRandom random = new SecureRandom();
        Thread reader = new Thread(() -> seen = BYTES[0]);
        reader.start();
        random.nextBytes(BYTES);
        reader.join();
    }
}
