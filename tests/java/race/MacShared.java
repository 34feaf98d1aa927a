// check: verdict=violated kind=data-race variable=javax.crypto.Mac.spi|javax.crypto.Mac.initialized jdks=all
// A message authentication code is begun while another thread goes on with it.
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class MacShared {
    public static void main(String[] arguments) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        SecretKeySpec key = new SecretKeySpec(new byte[16], "any");
        new Thread(() -> begin(mac, key)).start();
        try {
            mac.update((byte) 1);
        } catch (IllegalStateException notBegun) {
            // It was not begun.
        }
    }

    static void begin(Mac mac, SecretKeySpec key) {
        try {
            mac.init(key);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
