// check: verdict=violated kind=exit-status status=3
// The program ends itself before it has started a thread: its only execution ends with 3.
public class ExitBeforeAChoice {
    public static void main(String[] arguments) {
        Runtime.getRuntime().halt(3);
    }
}
