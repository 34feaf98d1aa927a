/** Races: on a field, an element, a static field, by a constructor's object that is handed over without order. */
public final class Racy {
    private int field;
    private static long total;
    private final int[] elements = new int[2];
    private static Racy published;

    public static void main(String[] arguments) throws InterruptedException {
        Racy it = new Racy();
        Thread[] threads = new Thread[2];
        for (int at = 0; at < threads.length; at++) {
            threads[at] = new Thread(() -> {
                for (int round = 0; round < 100; round++) {
                    it.field++;
                    it.elements[1]++;
                    total += it.field;
                }
                published = it;
            });
            threads[at].start();
        }
        it.field++;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(published == it);
    }
}
