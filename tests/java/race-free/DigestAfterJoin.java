// check: verdict=race-free
// One thread writes into an array; main computes its digest, for which the class library loads half of its providers, when that
// thread has ended.
// Race-free: the thread's end happens before the return of join.
// Twin: DigestWhileWritten.java
import java.security.MessageDigest;

public class DigestAfterJoin {
    static final byte[] bytes = new byte[8];

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> bytes[0] = 1);
        writer.start();
        writer.join();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(bytes);
        digest.digest();
    }
}
