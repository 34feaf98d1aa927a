// check: verdict=race-free
// `halt` runs no hooks, and a hook that was taken out is none.
public class HooksHalted {
    static Thread wrong() {
        return new Thread(() -> {
            throw new AssertionError();
        });
    }

    public static void main(String[] args) {
        Thread out = wrong();
        Runtime.getRuntime().addShutdownHook(out);
        if (args.length == 0) {
            Runtime.getRuntime().addShutdownHook(wrong());
        }
        Runtime.getRuntime().removeShutdownHook(out);
        new Thread(() -> Runtime.getRuntime().halt(0)).start();
    }
}
