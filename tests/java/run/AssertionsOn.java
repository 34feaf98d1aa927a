// run: min=17
import java.util.*;

/** The assert statement as run with -ea: messages of every type, evaluation order, side effects, class loaders, in initializers and lambdas. */
public class AssertionsOn {
    static int evaluated;

    static boolean yes() {
        evaluated++;
        return true;
    }

    static boolean no() {
        evaluated += 100;
        return false;
    }

    static String message() {
        evaluated += 10_000;
        return "computed";
    }

    interface Checked {
        int LIMIT = 10;
        default int check(int n) {
            assert n < LIMIT : n + " is not below " + LIMIT;
            return n;
        }
    }

    enum Level {
        LOW(1), HIGH(20);
        final int value;
        Level(int value) {
            assert value > 0;
            this.value = value;
        }
    }

    record Range(int low, int high) {
        Range {
            assert low <= high : this.getClass().getSimpleName() + " " + low + ">" + high;
        }
    }

    static class EarlyUse {
        static final boolean SEEN;
        static {
            boolean on = false;
            assert on = true;
            SEEN = on;
        }
    }

    static class Failing {
        static {
            assert evaluated < 0 : "in a static initializer";
        }
        static void touch() { }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": passed");
        } catch (AssertionError e) {
            System.out.println(what + ": " + e + " | " + e.getMessage() + " | cause " + e.getCause() + " | line " + e.getStackTrace()[0].getLineNumber());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " cause " + e.getCause());
        }
    }

    static int unreachable(int n) {
        switch (n) {
            case 1: return 10;
            case 2: return 20;
            default: throw new AssertionError("no case for " + n);
        }
    }

    public static void main(String[] args) {
        boolean enabled = false;
        assert enabled = true;
        System.out.println("enabled " + enabled + " " + AssertionsOn.class.desiredAssertionStatus() + " " + Range.class.desiredAssertionStatus() + " system " + String.class.desiredAssertionStatus() + " " + EarlyUse.SEEN);
        attempt("true", () -> { assert yes() : message(); });
        attempt("plain false", () -> { assert no(); });
        attempt("with a message", () -> { assert no() : message(); });
        System.out.println("evaluated " + evaluated);
        attempt("int", () -> { assert no() : 42; });
        attempt("long", () -> { assert no() : 1L << 40; });
        attempt("double", () -> { assert no() : -0.0; });
        attempt("float", () -> { assert no() : 1.5f; });
        attempt("char", () -> { assert no() : 'c'; });
        attempt("boolean", () -> { assert no() : yes(); });
        attempt("byte", () -> { assert no() : (byte) -3; });
        attempt("null object", () -> { assert no() : (Object) null; });
        attempt("array", () -> { assert no() : Arrays.toString(new int[] {1, 2}); });
        attempt("throwable becomes the cause", () -> { assert no() : new IllegalStateException("reason"); });
        attempt("message throws", () -> { assert no() : List.of().get(0); });
        attempt("condition throws", () -> { assert List.of(1).get(5) > 0 : "unused"; });
        attempt("default method", () -> new Checked() { }.check(9));
        attempt("default method fails", () -> new Checked() { }.check(11));
        attempt("record", () -> new Range(5, 3));
        attempt("enum", () -> System.out.println(Level.HIGH.value + Level.LOW.value));
        attempt("switch", () -> unreachable(3));
        attempt("static initializer", Failing::touch);
        attempt("static initializer again", Failing::touch);
        attempt("nested", () -> {
            try {
                assert no() : "inner";
            } catch (AssertionError e) {
                assert e.getMessage().equals("outer") : e;
            } finally {
                evaluated++;
            }
        });
        AssertionError both = new AssertionError("text", new Exception("cause"));
        System.out.println(both + " " + both.getCause() + " " + new AssertionError() + " " + new AssertionError((Object) null).getMessage() + " " + new AssertionError(both).getCause().getMessage() + " " + new AssertionError('x') + new AssertionError(1.0));
        class Loader extends ClassLoader {
            Loader() { super(null); }
            @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                try (var in = AssertionsOn.class.getResourceAsStream(name + ".class")) {
                    if (in == null) throw new ClassNotFoundException(name);
                    byte[] b = in.readAllBytes();
                    return defineClass(name, b, 0, b.length);
                } catch (java.io.IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
        for (int kind = 0; kind < 4; kind++) {
            try {
                Loader loader = new Loader();
                if (kind == 1) loader.setDefaultAssertionStatus(false);
                if (kind == 2) loader.setClassAssertionStatus("AssertionsOn", false);
                if (kind == 3) { loader.setDefaultAssertionStatus(false); loader.setPackageAssertionStatus(null, true); }
                Class<?> c = loader.loadClass("AssertionsOn$EarlyUse");
                var field = c.getDeclaredField("SEEN");
                field.setAccessible(true);
                System.out.println("loader " + kind + ": " + c.desiredAssertionStatus() + " " + field.get(null) + " " + (c != EarlyUse.class));
            } catch (ReflectiveOperationException e) {
                System.out.println("loader " + kind + ": " + e);
            }
        }
        System.out.println("evaluated " + evaluated);
    }
}
