// check: verdict=violated kind=uncaught-exception exception=java.lang.NullPointerException
// A volatile reference is tested, then read again and used.
// Schedule: the other thread sets it to null between the two reads.
// No data race: the field is volatile.
public class CheckThenUseNull {
    static volatile String name = "n";

    public static void main(String[] args) {
        new Thread(() -> name = null).start();
        if (name != null) {
            name.length();
        }
    }
}
