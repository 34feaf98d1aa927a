// check: verdict=violated kind=data-race variable=VolatileIncrementGuessed.data conflict=write-read|read-write
// A thread writes a number and increments a volatile counter; main increments it, too, and reads the number if it is not 0.
// Racy: the counter is not 0 in any case, by main's own increment, which says nothing of the other's.
// The counter itself does not race, though increments get lost.
// Twin: VolatileIncrementSeen.java
public class VolatileIncrementGuessed {
    static int data;
    static volatile int arrived;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            arrived++;
        }).start();
        arrived++;
        if (arrived != 0) {
            int seen = data;
            assert seen == 42 || seen == 0;
        }
    }
}
