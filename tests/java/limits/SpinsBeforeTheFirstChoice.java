// check: verdict=incomplete options=--time=0.5
// Nothing can be chosen, and no step ends but by patience.
public class SpinsBeforeTheFirstChoice {
    public static void main(String[] arguments) {
        for (long x = 1; ; x = x * 31 | 1) {
        }
    }
}
