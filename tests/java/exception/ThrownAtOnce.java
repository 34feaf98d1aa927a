// check: verdict=violated kind=uncaught-exception|exit-status status=3 options=--all
// Main dies before anything can be chosen: its only step so far was to start the other thread, which goes on all the same, and ends
// the program with 3.
public class ThrownAtOnce {
    public static void main(String[] arguments) {
        new Thread(() -> System.exit(3)).start();
        throw new IllegalStateException("main dies at once");
    }
}
