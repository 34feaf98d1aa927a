// run: min=17
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Throwing, catching by type, causes, suppressed exceptions, try-with-resources and custom exceptions. */
public class ExceptionBasics {
    static class BankException extends Exception {
        private static final long serialVersionUID = 1;
        final int code;

        BankException(int code, String message, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        @Override
        public String toString() {
            return "Bank#" + code + "(" + getMessage() + ")";
        }
    }

    static class Overdrawn extends BankException {
        private static final long serialVersionUID = 1;
        Overdrawn(String message) { super(7, message, null); }
        @Override public String getLocalizedMessage() { return "localized " + getMessage(); }
        @Override public synchronized Throwable fillInStackTrace() { return this; }
    }

    static class Quiet extends RuntimeException {
        private static final long serialVersionUID = 1;
        Quiet() { super("quiet", null, false, false); }
    }

    static final List<String> log = new ArrayList<>();

    record Resource(String name, boolean failOpen, boolean failClose) implements AutoCloseable {
        Resource {
            log.add("open " + name);
            if (failOpen) throw new IllegalArgumentException("cannot open " + name);
        }

        @Override
        public void close() throws IOException {
            log.add("close " + name);
            if (failClose) throw new IOException("cannot close " + name);
        }
    }

    static String describe(Throwable t) {
        StringBuilder out = new StringBuilder(t.toString());
        for (Throwable s : t.getSuppressed()) out.append(" [suppressed ").append(describe(s)).append(']');
        if (t.getCause() != null) out.append(" <- ").append(describe(t.getCause()));
        return out.toString();
    }

    static void resources(boolean open2, boolean close1, boolean close2, boolean body) {
        try (Resource a = new Resource("a", false, close1); Resource b = new Resource("b", open2, close2); Resource none = null) {
            log.add("body " + a.name() + b.name() + none);
            if (body) throw new IllegalStateException("body failed");
        } catch (IOException | RuntimeException e) {
            log.add("caught " + describe(e));
        } finally {
            log.add("finally");
        }
        System.out.println(log);
        log.clear();
    }

    static void raise(int which) throws Exception {
        switch (which) {
            case 0 -> throw new IOException("io");
            case 1 -> throw new Overdrawn("no funds");
            case 2 -> throw new BankException(3, "wrapped", new IOException());
            case 3 -> throw new NumberFormatException();
            case 4 -> Integer.parseInt("12x");
            case 5 -> throw new Quiet();
            case 6 -> throw new AssertionError(42);
            case 7 -> throw new StackOverflowError("pretend");
            case 8 -> { assert which < 0 : "asserted " + which; }
            case 9 -> throw null;
            case 10 -> throw new Exception(new Exception("inner"));
            case 11 -> List.of(1).add(2);
            case 12 -> new ArrayList<>().iterator().next();
            case 13 -> "abc".substring(2, 1);
            case 14 -> Enum.valueOf(Thread.State.class, "NOPE");
            case 15 -> throw new ArrayIndexOutOfBoundsException(5);
            case 16 -> Arrays.asList(1, 2).get(2);
            case 17 -> new ArrayList<>(List.of(1, 2)).get(2);
            case 18 -> Character.toChars(-1);
            default -> log.add("nothing");
        }
    }

    static String classify(int which) {
        try {
            raise(which);
            return "none";
        } catch (Overdrawn e) {
            return "overdrawn " + e.getStackTrace().length + " " + e;
        } catch (BankException e) {
            return "bank " + e.code + " " + describe(e);
        } catch (IOException | IllegalStateException e) {
            return "io or state " + e;
        } catch (IllegalArgumentException e) {
            return "argument " + e;
        } catch (RuntimeException e) {
            return "runtime " + e + " trace " + (e.getStackTrace().length > 0);
        } catch (Exception e) {
            return "exception " + describe(e);
        } catch (Error e) {
            return "error " + e;
        }
    }

    static int unwind(int depth) {
        try {
            if (depth == 0) throw new IllegalStateException("bottom");
            return unwind(depth - 1);
        } catch (IllegalStateException e) {
            if (depth % 3 == 0) throw new IllegalStateException(e.getMessage() + depth, depth == 6 ? e : e.getCause());
            throw e;
        } finally {
            log.add("" + depth);
        }
    }

    public static void main(String[] args) {
        resources(false, false, false, false);
        resources(false, false, false, true);
        resources(false, true, true, true);
        resources(false, true, true, false);
        resources(true, true, false, false);
        resources(true, false, false, false);
        for (int i = 0; i <= 19; i++) System.out.println(i + ": " + classify(i));
        log.clear();
        try {
            unwind(9);
        } catch (IllegalStateException e) {
            System.out.println(describe(e) + " " + log);
        }
        Exception outer = new Exception("outer");
        outer.addSuppressed(new IOException("first"));
        outer.addSuppressed(new Quiet());
        outer.initCause(new Error("root"));
        System.out.println(describe(outer));
        for (Runnable bad : List.<Runnable>of(() -> outer.initCause(null), () -> outer.addSuppressed(outer), () -> outer.addSuppressed(null),
                () -> { Throwable t = new Throwable("self"); t.initCause(t); }, () -> new Throwable("x", null).initCause(outer))) {
            try {
                bad.run();
                System.out.println("accepted");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        Quiet quiet = new Quiet();
        quiet.addSuppressed(outer);
        quiet.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "F.java", 3)});
        System.out.println("disabled: " + quiet.getSuppressed().length + " " + quiet.getStackTrace().length);
        StackTraceElement[] trace = new Throwable().getStackTrace();
        System.out.println(trace.length + " " + trace[0]);
        long caught = 0;
        for (int i = 0; i < 2000; i++) {
            try {
                if (i % 3 == 0) throw new Quiet();
                caught += 10 / (i % 5);
            } catch (Quiet e) {
                caught += 1000;
            } catch (ArithmeticException e) {
                caught += 1_000_000;
            }
        }
        System.out.println("caught " + caught);
    }
}
