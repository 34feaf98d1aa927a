// check: verdict=passed
// Two threads ask for a resource of the class path, and for the package of a class.
// Passed: in which order loaders open what they look into is their own business.
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

public class ResourcesInThreads {
    static volatile int seen;

    static void ask() {
        try (InputStream in = ResourcesInThreads.class.getResourceAsStream("ResourcesInThreads.class")) {
            assert in.read() == 0xCA;
            seen++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assert ResourcesInThreads.class.getPackage().getName().isEmpty();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ResourcesInThreads::ask);
        other.start();
        ask();
        other.join();
    }
}
