package gov.nasa.jpf.vm;

/**
 * The part of Java PathFinder's class that programs written for it use most, so that they compile and run without it.
 * Under {@code raceproof check} every value is explored; under plain {@code java} the first one is taken.
 */
public final class Verify {
    private Verify() {
    }

    public static boolean getBoolean() {
        return false;
    }

    public static boolean getBoolean(boolean falseFirst) {
        return !falseFirst;
    }

    public static boolean randomBool() {
        return false;
    }

    public static int getInt(int low, int high) {
        return low;
    }

    public static int random(int high) {
        return 0;
    }

    /** Under {@code raceproof check} the path is left if the condition holds. */
    public static void ignoreIf(boolean condition) {
    }

    public static void beginAtomic() {
    }

    public static void endAtomic() {
    }
}
