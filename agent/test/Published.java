/** What the creator of an object does to it after it has given it away. Nobody touches the object meanwhile. */
public final class Published {
    private static volatile Published shared;
    private int value;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> {
            Published it = new Published();
            shared = it;
            it.value = 1;
        });
        other.start();
        Thread.sleep(200);
        System.out.println(shared.value);
        other.join();
    }
}
