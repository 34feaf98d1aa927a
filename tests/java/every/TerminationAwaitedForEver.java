// check: verdict=violated kind=livelock jdks=all
// The end of a pool is awaited that nobody shuts down. The round in which main waits has states that are met before its worker is found
// to be parked for ever.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class TerminationAwaitedForEver {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {});
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            // Once more.
        }
    }
}
