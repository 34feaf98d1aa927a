// check: verdict=violated kind=assertion every=true
// Whether connections follow redirections is set while it is asked for.
// Schedule: the other sets it first.
import java.net.HttpURLConnection;

public class RedirectsAsked {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> HttpURLConnection.setFollowRedirects(false));
        other.start();
        boolean seen = HttpURLConnection.getFollowRedirects();
        other.join();
        assert seen;
    }
}
