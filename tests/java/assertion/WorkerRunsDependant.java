// check: verdict=violated kind=assertion options=--library;atomic
// A dependant is added while the future is being completed, and run by whoever completes it.
// Schedule: the other thread adds it before the worker gives the result, or looks for dependants.
import java.util.concurrent.CompletableFuture;

public class WorkerRunsDependant {
    static volatile Thread runner;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> { });
        Thread main = Thread.currentThread();
        first.thenRun(() -> runner = Thread.currentThread()).join();
        assert runner == main;
    }
}
