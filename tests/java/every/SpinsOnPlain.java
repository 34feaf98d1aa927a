// check: verdict=violated kind=data-race variable=SpinsOnPlain.done
// Main spins on a plain field, which only the other thread changes: told at once, however long main could spin.
public class SpinsOnPlain {
    static boolean done;

    public static void main(String[] args) {
        new Thread(() -> done = true).start();
        while (!done) {
        }
    }
}
