/**
 * Reads that repeat earlier ones and yet must be recorded. With an argument, the last of them race: the same reads before the lock
 * was released are ordered before the write, and nobody has written yet. Without one, a volatile field is read again and again at
 * one place, and only the last of these reads says what happened before.
 */
public final class Repeated {
    private static final Object LOCK = new Object();
    private volatile boolean isReady;
    private int value;
    private boolean isLocked;

    public static void main(String[] arguments) throws InterruptedException {
        Repeated shared = new Repeated();
        boolean isRacy = arguments.length > 0;
        Thread reader = new Thread(isRacy ? shared::readTwice : shared::await);
        Thread writer = new Thread(isRacy ? shared::writeLate : shared::publish);
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        System.out.println(isRacy ? "racy" : "free");
    }

    private void readTwice() {
        for (int round = 0; round < 2; round++) {
            int sum = value;
            sum += value;
            synchronized (LOCK) {
                isLocked |= sum == 0;
            }
            sum += value;
            sum += value;
            if (sum != 0) {
                throw new IllegalStateException("written too early");
            }
        }
    }

    private void writeLate() {
        boolean isSeen = false;
        while (!isSeen) {
            pause();
            synchronized (LOCK) {
                isSeen = isLocked;
            }
        }
        value = 1;
    }

    private void await() {
        while (!isReady) {
            pause();
        }
        if (value != 1) {
            throw new IllegalStateException("not published");
        }
    }

    private void publish() {
        pause();
        value = 1;
        isReady = true;
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException nobodyDoesThat) {
            throw new IllegalStateException(nobodyDoesThat);
        }
    }
}
