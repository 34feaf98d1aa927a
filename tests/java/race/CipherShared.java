// check: verdict=violated kind=data-race variable=byte[][0] conflict=write-read|read-write|write-write jdks=all
// Two threads encrypt by one cipher, whose last block is what the next one goes on from.
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class CipherShared {
    public static void main(String[] arguments) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new IvParameterSpec(new byte[16]));
        new Thread(() -> cipher.update(new byte[16])).start();
        cipher.update(new byte[16]);
    }
}
