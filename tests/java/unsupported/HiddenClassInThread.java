// check: verdict=unsupported
// A program that defines a class while schedules are explored: it could not be undone.
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

public class HiddenClassInThread {
    static class Copied {}

    public static void main(String[] args) throws InterruptedException {
        Thread defining = new Thread(() -> {
            try (InputStream file = HiddenClassInThread.class.getResourceAsStream("HiddenClassInThread$Copied.class")) {
                MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true);
            } catch (IOException | IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        defining.start();
        defining.join();
    }
}
