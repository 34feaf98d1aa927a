package p;

/** A class of a named module, with a race. */
public final class Main {
    private int field;

    public static void main(String[] arguments) throws InterruptedException {
        Main it = new Main();
        Thread other = new Thread(() -> it.field++);
        other.start();
        it.field++;
        other.join();
        System.out.println(it.field > 0);
    }
}
