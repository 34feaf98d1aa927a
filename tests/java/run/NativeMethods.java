// run: min=17

/** A program's native methods without a library, some named like those that the JDK's own classes have. */
public class NativeMethods {
    static native void init();

    static native int initIDs();

    native void registerNatives();

    native String transform(int[] numbers, String[][] names, Inner inner, long... more);

    static class Inner {
        private native double init(char letter);
    }

    enum Colour {
        RED;

        static native Colour of(int number);
    }

    interface Attempt {
        void run();
    }

    static void attempt(Attempt attempt) {
        try {
            attempt.run();
            System.out.println("ran");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage() + " at " + e.getStackTrace()[0].getMethodName());
        }
    }

    public static void main(String[] args) {
        attempt(NativeMethods::init);
        attempt(() -> System.out.println(initIDs()));
        attempt(() -> new NativeMethods().registerNatives());
        attempt(() -> new NativeMethods().transform(null, null, null));
        attempt(() -> new Inner().init('c'));
        attempt(() -> Colour.of(3));
        attempt(NativeMethods::init);
    }
}
