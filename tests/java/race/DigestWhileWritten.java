// check: verdict=violated kind=data-race variable=byte[][0] conflict=write-read|read-write
// One thread writes into an array while main computes its digest, for which the class library loads half of its providers.
// Racy: the digest reads the array, and nothing orders that and the write.
// Twin: DigestAfterJoin.java
import java.security.MessageDigest;

public class DigestWhileWritten {
    static final byte[] bytes = new byte[8];

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> bytes[0] = 1);
        writer.start();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(bytes);
        digest.digest();
    }
}
