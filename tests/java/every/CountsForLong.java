// check: verdict=violated kind=data-race variable=CountsForLong.data cut=random
// A loop that is gone round more than a thousand times while another thread could go on, and that does end: each of its states
// counts, also the one before the last.
public class CountsForLong {
    static volatile int count;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            for (int i = 0; i < 1_100; i++) {
                count = i;
            }
            data = 2;
        }).start();
        if (count == 1_098) {
            data = 3;
        }
    }
}
