// scan: candidates=SetMethodName.x
// races: SetMethodName.x
// The machine fills in the name of a method: what the library gives is not always null.
public class SetMethodName {
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            if (new Throwable().getStackTrace()[0].getMethodName() != null) {
                x = 1;
            }
        }).start();
        x = 2;
    }
}
