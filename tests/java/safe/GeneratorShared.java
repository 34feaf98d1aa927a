// check: verdict=passed
// A SecureRandom is for several threads: this one is guarded by its own monitor.
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

public class GeneratorShared {
    public static void main(String[] args) throws NoSuchAlgorithmException, InterruptedException {
        SecureRandom random = SecureRandom.getInstance("DRBG");
        random.nextInt();
        Thread other = new Thread(random::nextInt);
        other.start();
        random.nextInt();
        other.join();
    }
}
