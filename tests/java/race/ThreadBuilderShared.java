// check: min=21 verdict=violated kind=data-race variable=java.lang.ThreadBuilders$BaseThreadBuilder.counter conflict=write-read|read-write
// A builder of threads counts names, and promises nothing to several threads.
public class ThreadBuilderShared {
    public static void main(String[] arguments) {
        Thread.Builder builder = Thread.ofPlatform().name("worker-", 0);
        new Thread(() -> builder.unstarted(() -> {})).start();
        builder.unstarted(() -> {});
    }
}
