package gov.nasa.jpf.vm;

/**
 * Java PathFinder's class, so that programs written for it compile and run without it. Under {@code raceproof check} every value is
 * explored; under plain {@code java} the first one is taken. What {@code check} cannot do soundly (counters and values that
 * outlive going back, attributes, generators of a configuration, ending the search) it names, and the verdict says so.
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

    public static int getIntFromList(int... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static int getIntFromSet(int... values) {
        return getIntFromList(values);
    }

    public static long getLongFromList(long... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static float getFloatFromList(float... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static double getDoubleFromList(double... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static double getDoubleFromSet(double... values) {
        return getDoubleFromList(values);
    }

    public static byte getBitFlip(byte value, int bits) {
        return (byte) flipped(value, bits, Byte.SIZE);
    }

    public static char getBitFlip(char value, int bits) {
        return (char) flipped(value, bits, Character.SIZE);
    }

    public static short getBitFlip(short value, int bits) {
        return (short) flipped(value, bits, Short.SIZE);
    }

    public static int getBitFlip(int value, int bits) {
        return (int) flipped(value, bits, Integer.SIZE);
    }

    public static long getBitFlip(long value, int bits) {
        return flipped(value, bits, Long.SIZE);
    }

    /** The value with each choice of so many different bits of its lowest turned over. */
    private static long flipped(long value, int bits, int width) {
        int lowest = 0;
        for (int left = bits; left > 0; left--) {
            int bit = getInt(lowest, width - left);
            value ^= 1L << bit;
            lowest = bit + 1;
        }
        return value;
    }

    /** Threads are switched wherever that matters: nothing is to be done. */
    public static void breakTransition(String reason) {
    }

    public static int breakTransition(String reason, int low, int high) {
        return getInt(low, high);
    }

    /** Under {@code raceproof check} the path is left if the condition holds. */
    public static void ignoreIf(boolean condition) {
    }

    /** Advice for JPF's search, of which nothing found depends. */
    public static void boring(boolean condition) {
    }

    public static void interesting(boolean condition) {
    }

    public static void instrumentPoint(String label) {
    }

    public static void instrumentPointDeep(String label) {
    }

    public static void instrumentPointDeepRecur(String label, int depth) {
    }

    public static void atLabel(String label) {
    }

    public static void atLabel(int label) {
    }

    public static void addComment(Object object, String comment) {
    }

    public static void storeTrace(String file, String comment) {
    }

    public static void setShared(Object object, boolean isShared) {
    }

    public static void freezeSharedness(Object object, boolean freeze) {
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new AssertionError("Verify.assertTrue failed");
        }
    }

    /** Whether every value is explored. */
    public static boolean isRunningInJPF() {
        return false;
    }

    public static boolean isTraceReplay() {
        return false;
    }


    public static void beginAtomic() {
    }

    public static void endAtomic() {
    }

    public static void busyWait(long nanos) {
    }

    public static String getType(Object object) {
        return object.getClass().getName();
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void print(String text, int number) {
        System.out.print(text + " : " + number);
    }

    public static void print(String text, boolean value) {
        System.out.print(text + " : " + value);
    }

    public static void print(String... texts) {
        System.out.print(String.join("", texts));
    }

    public static void println() {
        System.out.println();
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void threadPrint(String text) {
        System.out.print(Thread.currentThread().getName() + ": " + text);
    }

    public static void threadPrintln(String text) {
        System.out.println(Thread.currentThread().getName() + ": " + text);
    }

    // What follows ends an execution under `raceproof check`, which names it.

    private static final String COUNTERS =
        "it outlives going back, so what a program does by it depends on the order of the search";
    private static final String GENERATORS =
        "generators of a configuration are not read; name the values in the program, as by getInt(low, high) or getDoubleFromList";
    private static final String CONFIGURATION = "there is no JPF to ask";
    private static final String ATTRIBUTES = "there are no attributes";

    private static void notModelled(String what) {
    }

    public static int getCounter(int counter) {
        notModelled("getCounter: " + COUNTERS);
        return 0;
    }

    public static void resetCounter(int counter) {
        notModelled("resetCounter: " + COUNTERS);
    }

    public static void setCounter(int counter, int value) {
        notModelled("setCounter: " + COUNTERS);
    }

    public static int incrementCounter(int counter) {
        notModelled("incrementCounter: " + COUNTERS);
        return 0;
    }

    public static void putValue(String key, Object value) {
        notModelled("putValue: " + COUNTERS);
    }

    public static <T> T getValue(String key) {
        notModelled("getValue: " + COUNTERS);
        return null;
    }

    public static void terminateSearch() {
        notModelled("terminateSearch: " + "what it leaves unexplored may fail; ignoreIf(true) leaves one path");
    }

    public static boolean getBoolean(String generator) {
        notModelled("getBoolean: " + GENERATORS);
        return false;
    }

    public static int getInt(String generator) {
        notModelled("getInt: " + GENERATORS);
        return 0;
    }

    public static double getDouble(String generator) {
        notModelled("getDouble: " + GENERATORS);
        return 0;
    }

    public static Object getObject(String generator) {
        notModelled("getObject: " + GENERATORS);
        return null;
    }

    public static String getProperty(String key) {
        notModelled("getProperty: " + CONFIGURATION);
        return null;
    }

    public static void setProperties(String... properties) {
        notModelled("setProperties: " + CONFIGURATION);
    }

    public static boolean isCalledFromClass(String name) {
        notModelled("isCalledFromClass: " + CONFIGURATION);
        return false;
    }

    public static boolean vmIsMatchingStates() {
        notModelled("vmIsMatchingStates: " + CONFIGURATION);
        return false;
    }

    public static void setObjectAttribute(Object object, int attribute) {
        notModelled("setObjectAttribute: " + ATTRIBUTES);
    }

    public static int getObjectAttribute(Object object) {
        notModelled("getObjectAttribute: " + ATTRIBUTES);
        return 0;
    }

    public static void setFieldAttribute(Object object, String field, int attribute) {
        notModelled("setFieldAttribute: " + ATTRIBUTES);
    }

    public static int getFieldAttribute(Object object, String field) {
        notModelled("getFieldAttribute: " + ATTRIBUTES);
        return 0;
    }

    public static void setElementAttribute(Object array, int index, int attribute) {
        notModelled("setElementAttribute: " + ATTRIBUTES);
    }

    public static int getElementAttribute(Object array, int index) {
        notModelled("getElementAttribute: " + ATTRIBUTES);
        return 0;
    }

    public static void setLocalAttribute(String variable, int attribute) {
        notModelled("setLocalAttribute: " + ATTRIBUTES);
    }

    public static int getLocalAttribute(String variable) {
        notModelled("getLocalAttribute: " + ATTRIBUTES);
        return 0;
    }
}
