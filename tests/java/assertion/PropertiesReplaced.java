// check: verdict=violated kind=assertion every=true
// All system properties are replaced while one is asked for.
// Schedule: the other sets it first.
import java.util.Properties;

public class PropertiesReplaced {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.setProperties(new Properties()));
        other.start();
        String seen = System.getProperty("user.dir");
        other.join();
        assert seen != null;
    }
}
