// check: verdict=unsupported options=--heap;20m
// Two large arrays, one after the other. The machine's collector moves nothing: what was made behind the first one may leave no
// room for the second, which is no reason to say that the program runs out of memory.
public class ScatteredHeap {
    static byte[] first;
    static byte[] second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            first = new byte[12_000_000];
            Thread.yield();
            first = null;
        });
        one.start();
        one.join();
        Thread other = new Thread(() -> {
            second = new byte[12_000_000];
            Thread.yield();
            second = null;
        });
        other.start();
        other.join();
    }
}
