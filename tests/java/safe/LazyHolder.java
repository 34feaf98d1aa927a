// check: verdict=passed
// Two threads get an instance that a holder class creates when it is initialised.
// Passed: a class is initialised once, by one thread, while the other waits.
// No data race: the end of the initialisation comes before the other thread's use.
public class LazyHolder {
    static int created;

    static final class Holder {
        static final int[] INSTANCE = create();

        static int[] create() {
            created++;
            return new int[] {5};
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert Holder.INSTANCE[0] == 5;
        }).start();
        assert Holder.INSTANCE[0] == 5;
        assert created == 1;
    }
}
