// check: verdict=violated kind=data-race variable=java.lang.String[][0] conflict=write-read|read-write
// The twin of StoreThatFails: what fits is written.
public class StoreThatFits {
    static final Object[] ARRAY = new String[] {"one"};

    public static void main(String[] args) throws InterruptedException {
        Thread other =
                new Thread(
                        () -> {
                            try {
                                ARRAY[0] = "two";
                            } catch (ArrayStoreException e) {
                                throw new AssertionError();
                            }
                        });
        other.start();
        boolean seen = ARRAY[0].equals("two");
        other.join();
    }
}
