// check: verdict=race-free
// A program with one thread has no choice of schedules, however often it sleeps: it may read files all the same.
import java.io.FileInputStream;
import java.io.IOException;

public class FileAfterSleep {
    public static void main(String[] args) throws IOException, InterruptedException {
        Thread.sleep(1);
        synchronized (args) {
            args.wait(1);
        }
        try (FileInputStream file = new FileInputStream(System.getProperty("java.home") + "/release")) {
            assert file.read() > 0;
        }
    }
}
