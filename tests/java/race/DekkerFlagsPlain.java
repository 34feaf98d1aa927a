// check: verdict=violated kind=data-race variable=DekkerFlagsPlain.first|DekkerFlagsPlain.second conflict=write-read|read-write
// Each of two threads raises its flag and enters if the other's is down, as in Dekker's lock; the flags are plain.
// Racy: nothing orders a thread's write of its flag and the other's look at it.
// The counter is safe in an interleaving, where at most one enters; the race is what lets both enter.
// Twin: DekkerFlagsVolatile.java
public class DekkerFlagsPlain {
    static boolean first;
    static boolean second;
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            second = true;
            if (!first) {
                count++;
            }
        }).start();
        first = true;
        if (!second) {
            count++;
        }
    }
}
