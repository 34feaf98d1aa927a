// check: verdict=violated kind=assertion every=true
// The verifier of all connections is set while another thread asks for it.
// Schedule: the other sets it first.
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;

public class VerifierReplaced {
    static final HostnameVerifier VERIFIER = (host, session) -> true;

    public static void main(String[] args) throws InterruptedException {
        Thread other =
                new Thread(() -> HttpsURLConnection.setDefaultHostnameVerifier(VERIFIER));
        other.start();
        boolean isSet = HttpsURLConnection.getDefaultHostnameVerifier() == VERIFIER;
        other.join();
        assert !isSet;
    }
}
