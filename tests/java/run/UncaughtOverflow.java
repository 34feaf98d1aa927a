// run: min=17 exit=1
import java.util.*;

/** Stack exhaustion in many forms caught and recovered from, then one left uncaught: 1024 frames of it are printed. */
public class UncaughtOverflow {
    static int depth;
    static final List<String> log = new ArrayList<>();

    /** On one line, for the line of the topmost frame is not defined when the stack ends between two of them. */
    static int plain(int n) { depth++; return plain(n + 1) + 1; }

    int virtual(long a, double b, String c) {
        depth++;
        return virtual(a, b, c) + (int) a;
    }

    synchronized void locked() {
        depth++;
        locked();
    }

    static class Recursive {
        final Recursive inner;

        Recursive() {
            depth++;
            inner = new Recursive();
        }
    }

    static class InInitializer {
        static final int VALUE = plain(0);
    }

    interface Caller { void call(Caller c); }

    static int evenDeeper(int n) {
        try {
            return plain(n);
        } catch (StackOverflowError e) {
            log.add("inner " + (e.getStackTrace().length == 1024));
            throw e;
        } finally {
            log.add("finally");
        }
    }

    static int ok(int n) {
        return n == 0 ? 0 : 1 + ok(n - 1);
    }

    static void attempt(String what, Runnable action) {
        depth = 0;
        try {
            action.run();
            System.out.println(what + ": returned");
        } catch (StackOverflowError e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(what + ": " + e + " frames " + trace.length + " cause " + e.getCause() + " deep " + (depth > 200) + " still fine " + ok(500));
        } catch (LinkageError e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + (e.getCause() instanceof StackOverflowError));
        }
    }

    public static void main(String[] args) throws Exception {
        UncaughtOverflow it = new UncaughtOverflow();
        attempt("static", () -> plain(0));
        attempt("virtual", () -> it.virtual(1, 2, "c"));
        attempt("synchronized", it::locked);
        System.out.println("lock released " + !Thread.holdsLock(it));
        attempt("constructor", Recursive::new);
        attempt("lambda", () -> { Caller c = x -> { depth++; x.call(x); }; c.call(c); });
        attempt("list of itself", () -> { depth = 1000; List<Object> l = new ArrayList<>(); l.add(l); l.hashCode(); });
        attempt("try and finally", () -> evenDeeper(0));
        System.out.println(log);
        attempt("class initializer", () -> System.out.println(InInitializer.VALUE));
        attempt("class initializer again", () -> System.out.println(InInitializer.VALUE));
        for (int i = 0; i < 3; i++) attempt("repeated " + i, () -> plain(0));
        int[] reached = new int[1];
        Thread t = new Thread(null, () -> {
            try {
                plain(0);
            } catch (StackOverflowError e) {
                reached[0] = 1;
            }
        }, "small", 256 * 1024);
        t.start();
        t.join();
        System.out.println("in a thread " + reached[0]);
        Map<Object, Object> self = new HashMap<>();
        self.put("self", self);
        self.put("list", Collections.singletonList("x"));
        System.out.println(self);
        System.out.println("now uncaught");
        plain(0);
    }
}
