package raceproof;

/**
 * Data choices: under {@code raceproof check} every value is explored; under plain {@code java} the first one is taken.
 */
public final class Choose {
    private Choose() {
    }

    /** Both values, {@code false} first. */
    public static boolean bool() {
        return false;
    }

    /** Every number from {@code low} to {@code high}, both included, {@code low} first. */
    public static int between(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("nothing lies between " + low + " and " + high);
        }
        return low;
    }

    /** Each of the values, in their order. */
    @SafeVarargs
    public static <T> T among(T... values) {
        return values[between(0, values.length - 1)];
    }
}
