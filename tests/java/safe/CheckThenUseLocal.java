// check: verdict=passed
// CheckThenUseNull with the reference read once into a local variable.
// Passed: what was tested is what is used.
// No data race: the field is volatile.
public class CheckThenUseLocal {
    static volatile String name = "n";

    public static void main(String[] args) {
        new Thread(() -> name = null).start();
        String seen = name;
        if (seen != null) {
            seen.length();
        }
    }
}
