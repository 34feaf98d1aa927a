// check: verdict=violated kind=data-race variable=LoopActsWhile.plain cut=random
// A loop does something else after 100 rounds, but only from when main has begun: before that its
// rounds are all alike, however many there are.
public class LoopActsWhile {
    static volatile int begun, found, stop;
    static int plain;

    public static void main(String[] args) {
        new Thread(() -> {
            int rounds = 0;
            while (stop == 0) {
                rounds++;
                if (begun == 1 && found == 0 && rounds > 100) {
                    found = 7;
                    plain++;
                }
            }
        }).start();
        begun = 1;
        int seen = found;
        stop = 1;
        if (seen == 7) {
            plain++;
        }
    }
}
