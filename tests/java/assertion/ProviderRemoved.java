// check: verdict=violated kind=assertion every=true
// A provider is asked for while another removes it.
// Schedule: the other removes it first.
import java.security.Provider;
import java.security.Security;

public class ProviderRemoved {
    static class Own extends Provider {
        Own() {
            super("Own", "1", "");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Security.addProvider(new Own());
        Thread other = new Thread(() -> Security.removeProvider("Own"));
        other.start();
        boolean isThere = Security.getProvider("Own") != null;
        other.join();
        assert isThere;
    }
}
