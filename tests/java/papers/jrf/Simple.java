// check: verdict=race-free
// Figure 10: Simple (2, ), a result and a volatile flag that says that it is there. It does the same however often.
// No data race: who sees the flag set comes after the write of result; who does not leaves result alone.
public class Simple {
    static int result;
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            result = 1;
            done = true;
        });
        Thread reader = new Thread(() -> {
            if (done) {
                assert result == 1;
            }
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
