// check: verdict=race-free
// What does not fit into an array is not written.
public class StoreThatFails {
    static final Object[] ARRAY = new String[] {"one"};

    public static void main(String[] args) throws InterruptedException {
        Thread other =
                new Thread(
                        () -> {
                            try {
                                ARRAY[0] = 1;
                            } catch (ArrayStoreException e) {
                                return;
                            }
                            throw new AssertionError();
                        });
        other.start();
        assert ARRAY[0].equals("one");
        other.join();
    }
}
