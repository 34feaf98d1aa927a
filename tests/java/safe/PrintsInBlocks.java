// check: verdict=passed
// Lines that belong together, printed with the stream locked: nobody waits who has it.
public class PrintsInBlocks {
    private static int lines;

    public static void main(String[] args) throws InterruptedException {
        Thread block = new Thread(() -> {
            synchronized (System.out) {
                lines++;
                System.out.println("one");
                System.out.print("two");
                System.out.printf("%d%n", 3);
            }
        });
        block.start();
        synchronized (System.out) {
            lines++;
            System.out.printf("%s%n", "four");
        }
        System.out.println("five");
        block.join();
    }
}
