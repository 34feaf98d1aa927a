// run: min=17 exit=1
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/** Ends with an uncaught exception: causes, suppressed ones, common frames, circular causes, a custom printout. */
public class UncaughtChain {
    static class Layered extends RuntimeException {
        private static final long serialVersionUID = 1;

        Layered(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Door implements AutoCloseable {
        final String name;

        Door(String name) {
            this.name = name;
        }

        @Override
        public void close() throws IOException {
            throw new IOException("door " + name + " is stuck", new IllegalStateException("rust on " + name));
        }
    }

    static class Multiline extends Exception {
        private static final long serialVersionUID = 1;

        Multiline() {
            super("first line\n\tsecond line");
        }
    }

    static int fall(int depth) {
        if (depth == 0) {
            throw new ArithmeticException("the bottom");
        }
        return fall(depth - 1) + 1;
    }

    static void middle(int depth) {
        try {
            fall(depth);
        } catch (ArithmeticException e) {
            throw new Layered("middle " + depth, e);
        }
    }

    void top() throws Exception {
        try (Door front = new Door("front"); Door back = new Door("back")) {
            middle(3);
        } finally {
            System.out.println("doors tried");
        }
    }

    static class Initial {
        final int value;

        Initial(int a) {
            this(a, a - 5);
        }

        Initial(int a, int b) {
            value = a /
                b;
        }
    }

    static void print(Throwable t) {
        t.printStackTrace();
        t.printStackTrace(System.out);
        java.io.StringWriter text = new java.io.StringWriter();
        t.printStackTrace(new java.io.PrintWriter(text, true));
        System.out.println(text.toString().lines().count() + " lines");
    }

    public static void main(String[] args) throws Exception {
        try {
            new UncaughtChain().top();
        } catch (Layered e) {
            print(e);
        }
        try {
            new Initial(5);
        } catch (ArithmeticException e) {
            print(e);
        }
        print(new Multiline());
        print(new Layered(null, null));

        Exception chicken = new Exception("chicken");
        Exception egg = new Exception("egg", chicken);
        chicken.initCause(egg);
        print(egg);
        Exception noisy = new Exception("noisy");
        noisy.addSuppressed(egg);
        noisy.addSuppressed(new Exception("plain"));
        print(new RuntimeException(noisy));

        Throwable silent = new Throwable("silent");
        silent.setStackTrace(new StackTraceElement[0]);
        print(silent);
        Throwable forged = new Throwable("forged");
        forged.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("some.Where", "method", "Where.java", 12),
            new StackTraceElement("some.Where", "nativeOne", "Where.java", -2),
            new StackTraceElement("some.Where", "noLine", "Where.java", -1),
            new StackTraceElement("some.Where", "noFile", null, 7),
            new StackTraceElement("app", "mod", "1.0", "in.Module", "run", "Module.java", 1),
            new StackTraceElement(null, "mod", null, "in.Module", "run", null, -1)});
        print(forged);

        IntUnaryOperator inLambda = n -> {
            if (n > 1)
                return fall(n);
            return new Object() {
                int anonymous() {
                    return Integer.parseInt("0x" + n);
                }
            }.anonymous();
        };
        try {
            inLambda.applyAsInt(2);
        } catch (ArithmeticException e) {
            for (StackTraceElement frame : e.getStackTrace()) System.out.println(frame.getMethodName() + ":" + frame.getLineNumber());
        }
        System.out.println("and now out of main");
        System.out.flush();
        try {
            inLambda.applyAsInt(1);
        } catch (NumberFormatException e) {
            Layered last = new Layered("last", new Exception("between", e));
            last.addSuppressed(new Multiline());
            throw last;
        } finally {
            System.out.println("finally before the end");
        }
    }
}
