// check: verdict=violated kind=assertion
// One loop at one place of the code: the first time it gives up after 20 rounds, the second time it
// has no end but main's.
// Schedule: the thread gives up before main begins.
public class LoopEndsFirstTime {
    static volatile int flag;

    static void spin(int wanted, int most) {
        int rounds = 0;
        while (flag < wanted) {
            rounds++;
            assert rounds <= most;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            for (int wanted = 1; wanted <= 2; wanted++) {
                spin(wanted, wanted == 2 ? Integer.MAX_VALUE : 20);
            }
        }).start();
        flag = 1;
        flag = 2;
    }
}
