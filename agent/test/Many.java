/** Many threads, one after the other, in a heap too small for what the recorder keeps of each that runs. */
public final class Many {
    private static int count;

    public static void main(String[] arguments) throws InterruptedException {
        for (int each = 0; each < 1_000; each++) {
            Thread thread = new Thread(() -> count++);
            thread.start();
            thread.join();
        }
        System.out.println(count);
    }
}
