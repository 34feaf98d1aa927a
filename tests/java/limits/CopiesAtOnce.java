// check: verdict=incomplete options=--memory=300m,--time=4
// One instruction overwrites a hundred megabytes, each word of which is kept for going back: twice as much.
public class CopiesAtOnce {
    static volatile int copies;
    static final byte[] FROM = new byte[100 << 20];
    static final byte[] TO = new byte[100 << 20];

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                while (true) {
                    System.arraycopy(FROM, 0, TO, 0, FROM.length);
                    copies++;
                }
            }).start();
        }
    }
}
