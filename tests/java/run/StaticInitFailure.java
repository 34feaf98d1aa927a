// run: min=17 exit=1
/** Exceptions in static initializers: the first error, the later NoClassDefFoundError, subclasses, and an uncaught one at the end. */
public class StaticInitFailure {
    static int attempts;

    static class Broken {
        static int value = compute();

        static int compute() {
            attempts++;
            System.out.println("initializing Broken, attempt " + attempts);
            if (attempts > 0) throw new IllegalStateException("attempt " + attempts);
            return 5;
        }

        static void method() {
            System.out.println("unreachable");
        }
    }

    static class BrokenChild extends Broken {
        static {
            System.out.println("never printed");
        }
        static int childValue = 3;
    }

    static class ThrowsError {
        static final Object LOCK = new Object();
        static {
            System.out.println("initializing ThrowsError");
            if (LOCK != null) throw new AssertionError("from static block");
        }
    }

    static class DividesByZero {
        static final int CONSTANT = 77;
        static final int NOT_CONSTANT = Integer.parseInt("0");
        static final int RATIO = 10 / NOT_CONSTANT;
    }

    static class Wrapping {
        static final Object inner;
        static {
            System.out.println("initializing Wrapping");
            inner = new DividesByZero();
        }
    }

    interface BrokenInterface {
        int FIELD = Integer.parseInt("not a number");
        default void hello() { System.out.println("hello"); }
    }

    static class Implementor implements BrokenInterface { }

    enum BadEnum {
        ONE, TWO;
        static {
            if (values().length == 2) throw new UnsupportedOperationException("enum refuses");
        }
    }

    static class Last {
        static int field;
        static {
            int[] array = new int[2];
            for (int i = 0; i <= array.length; i++) {
                array[i] = i;
            }
        }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
            for (Throwable cause = t.getCause(); cause != null; cause = cause.getCause()) {
                System.out.println("    caused by " + cause + " at " + (cause.getStackTrace().length > 0 ? cause.getStackTrace()[0] : "nowhere"));
            }
            if (t instanceof ExceptionInInitializerError e) {
                System.out.println("    exception " + e.getException() + " message " + e.getMessage());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        attempt("static field of Broken", () -> System.out.println(Broken.value));
        attempt("static method of Broken", () -> Broken.method());
        attempt("new Broken", () -> new Broken());
        attempt("array of Broken", () -> System.out.println(new Broken[2].length));
        attempt("child of Broken", () -> new BrokenChild());
        attempt("child again", () -> System.out.println(BrokenChild.childValue));
        attempt("ThrowsError", () -> new ThrowsError());
        attempt("ThrowsError again", () -> new ThrowsError());
        attempt("constant of DividesByZero", () -> System.out.println(DividesByZero.CONSTANT));
        attempt("Wrapping", () -> new Wrapping());
        attempt("Wrapping again", () -> new Wrapping());
        attempt("DividesByZero after Wrapping", () -> System.out.println(DividesByZero.RATIO));
        attempt("interface field", () -> System.out.println(BrokenInterface.FIELD));
        attempt("implementor with a default method", () -> new Implementor().hello());
        attempt("enum", () -> System.out.println(BadEnum.ONE));
        attempt("enum again", () -> System.out.println(BadEnum.valueOf("TWO")));
        attempt("forName without initialization", () -> {
            try {
                Class<?> c = Class.forName("StaticInitFailure$Last", false, StaticInitFailure.class.getClassLoader());
                System.out.println(c.getSimpleName() + " " + c.getDeclaredFields()[0].getName());
            } catch (ClassNotFoundException e) {
                throw new RuntimeException(e);
            }
        });
        System.out.println("attempts " + attempts);
        System.out.println(Last.field);
    }
}
