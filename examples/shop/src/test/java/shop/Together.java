package shop;

/** Two things at the same time. */
final class Together {
    private Together() {
    }

    static void run(Runnable one, Runnable other) throws InterruptedException {
        Thread thread = new Thread(other, "other");
        thread.start();
        one.run();
        thread.join();
    }
}
