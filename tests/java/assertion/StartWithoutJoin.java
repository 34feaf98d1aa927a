// check: verdict=violated kind=assertion
// StartJoin without the join: nothing makes main wait for the thread.
// Schedule: main reads before the thread writes.
// No data race: the field is volatile.
public class StartWithoutJoin {
    static volatile int value;

    public static void main(String[] args) {
        new Thread(() -> value = 1).start();
        assert value == 1;
    }
}
