// check: verdict=violated kind=assertion
// Main takes a join with a timeout of a second for a join.
// Schedule: the join ends by its timeout before the thread writes.
// No data race: the field is volatile.
public class JoinTimeoutTrusted {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> value = 1);
        other.start();
        other.join(1000);
        assert value == 1;
    }
}
