// scan: candidates=RootShutdownHook.count
// races: RootShutdownHook.count
// Two shutdown hooks count.
// Racy: the hooks are threads, which are all started when the program ends, in no order.
// Twin: RootPoolGuarded.java
public class RootShutdownHook {
    static int count;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> count++));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> count++));
    }
}
