// check: verdict=passed jdks=all
// Each thread makes a logger, and then is the first that uses a class of the JDK whose initialiser makes one, too, and goes through
// those there are. Passed: what it keeps is no logger of one schedule.

import java.util.logging.Logger;
import javax.management.NotificationBroadcasterSupport;

public class LoggersBeforeInitialiser {
    static void use(String name) {
        assert Logger.getLogger(name).getName().equals(name);
        new NotificationBroadcasterSupport();
        assert Logger.getLogger("javax.management").getParent() != null;
    }

    public static void main(String[] arguments) throws InterruptedException {
        // Reads the configuration.
        Logger.getLogger("first");
        Thread other = new Thread(() -> use("javax.management.other"));
        other.start();
        use("javax.management.own");
        other.join();
    }
}
