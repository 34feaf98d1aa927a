// check: verdict=violated kind=assertion
// While main is busy the thread's loop begins its count again, and has no end, since its rounds are
// counted, too; before that it ends by itself, after 100 rounds at the same place.
// Schedule: the thread comes to the end of its loop before main begins.
public class LoopEndsElsewhere {
    static volatile boolean begun, busy;

    public static void main(String[] args) {
        new Thread(() -> {
            long rounds = 0;
            for (int i = 0; i < 100; i++) {
                rounds++;
                if (busy) {
                    i = 0;
                }
            }
            assert begun : rounds;
        }).start();
        begun = true;
        busy = true;
        busy = false;
    }
}
