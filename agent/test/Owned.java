/** A race for an array that its creator goes on using, without a lock, after it has published it by a lock. */
public final class Owned {
    private static final Object LOCK = new Object();
    private static int[] published;

    public static void main(String[] arguments) throws InterruptedException {
        Thread creator = new Thread(Owned::create);
        Thread reader = new Thread(Owned::read);
        creator.start();
        reader.start();
        creator.join();
        reader.join();
        System.out.println("done");
    }

    private static void create() {
        int[] mine = new int[2];
        mine[0]++;
        synchronized (LOCK) {
            published = mine;
        }
        for (int round = 0; round < 100; round++) {
            mine[0]++;
            pause();
        }
    }

    private static void read() {
        int[] found;
        do {
            pause();
            synchronized (LOCK) {
                found = published;
            }
        } while (found == null);
        int sum = 0;
        for (int round = 0; round < 20; round++) {
            sum += found[0];
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException nobodyDoesThat) {
            throw new IllegalStateException(nobodyDoesThat);
        }
    }
}
