// check: verdict=violated kind=data-race variable=java.net.CookieManager.policyCallback jdks=all
// Which cookies are taken is set while one comes.
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;

public class CookiePolicySet {
    public static void main(String[] arguments) throws IOException {
        CookieManager cookies = new CookieManager();
        new Thread(() -> cookies.setCookiePolicy(CookiePolicy.ACCEPT_NONE)).start();
        cookies.put(URI.create("http://a.b/"), Map.of("Set-Cookie", List.of("x=y")));
    }
}
