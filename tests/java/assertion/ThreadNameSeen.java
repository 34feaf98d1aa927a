// check: verdict=violated kind=assertion exception=java.lang.AssertionError
// A thread looks at its name while main gives it another.
// Violated: the thread asserts the first name, and main may be faster.
public class ThreadNameSeen {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            assert Thread.currentThread().getName().equals("first");
        }, "first");
        thread.start();
        thread.setName("second");
    }
}
