// check: verdict=violated kind=data-race variable=LoopActsLate.plain cut=random
// A loop that ends when it is told to does something else after 24 rounds, in each round from then
// on, which it has done for long when it is noticed.
public class LoopActsLate {
    static volatile int begun, found, stop;
    static int plain;

    public static void main(String[] args) {
        Thread looks = new Thread(() -> {
            int rounds = 0;
            while (stop == 0) {
                if (begun == 1) {
                    rounds++;
                }
                if (rounds > 24) {
                    found = 7;
                }
            }
        });
        new Thread(() -> {
            begun = 1;
            int seen = found;
            stop = 1;
            if (seen == 7) {
                plain++;
            }
        }).start();
        looks.start();
        plain++;
    }
}
