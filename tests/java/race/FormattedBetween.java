// check: verdict=violated kind=data-race variable=FormattedBetween.written conflict=write-read|read-write every=true jdks=all
// Both threads format: what the class library does for that orders nothing of theirs.
public class FormattedBetween {
    static int written;

    public static void main(String[] arguments) {
        new Thread(() -> {
            written = 1;
            String.format("%d", 1);
        }).start();
        String.format("%d", 2);
        assert written < 2;
    }
}
