// check: verdict=race-free
// A thread writes a number and increments a volatile counter; main increments it, too, and reads the number if it is 2.
// Race-free: increments may get lost, but a counter of 2 has both, and main has read what the other wrote after the number.
// Twin: VolatileIncrementGuessed.java
public class VolatileIncrementSeen {
    static int data;
    static volatile int arrived;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            arrived++;
        }).start();
        arrived++;
        if (arrived == 2) {
            int seen = data;
            assert seen == 42;
        }
    }
}
