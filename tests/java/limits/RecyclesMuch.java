// check: verdict=incomplete options=--memory=200m,--time=4
// Garbage is collected in the middle of a step: the words of the run that is used again are kept for going back.
public class RecyclesMuch {
    static volatile int length;

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                while (true) {
                    byte[] garbage = new byte[40_000];
                    length += garbage.length;
                }
            }).start();
        }
    }
}
