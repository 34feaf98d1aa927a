// everyday: java.util.logging from four threads
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

public class Logging {
    static int records;

    public static void main(String[] args) throws InterruptedException {
        Logger logger = Logger.getLogger("everyday");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public synchronized void publish(LogRecord record) {
                records++;
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        });
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> logger.log(Level.INFO, "thread {0}", number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert records == 4;
    }
}
