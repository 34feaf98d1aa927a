// check: verdict=violated kind=exit-status status=1|2 options=--all
// Main ends the program with what another thread has written last, at one place: 0 if it comes first, which is no failure, else 1
// or 2, which are two findings. The other thread may be anywhere then: it makes no further ones.
public class ExitsOfSeveralStatuses {
    static volatile int status;

    public static void main(String[] arguments) {
        new Thread(() -> {
            status = 1;
            status = 2;
        }).start();
        System.exit(status);
    }
}
