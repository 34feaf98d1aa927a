// run: min=17
import java.util.ArrayList;
import java.util.List;

/** try, catch and finally nested in each other, with returns, breaks and throws out of every part. */
public class FinallyNesting {
    static final List<String> log = new ArrayList<>();

    static int note(String what, int value) {
        log.add(what);
        return value;
    }

    static void flush(String title, Object result) {
        System.out.println(title + ": " + result + " " + log);
        log.clear();
    }

    static int returnEvaluatedFirst() {
        int x = 1;
        try {
            return note("return", x);
        } finally {
            x = 99;
            note("finally x=" + x, 0);
        }
    }

    @SuppressWarnings("finally")
    static int finallyReturns(boolean fail) {
        try {
            if (fail) throw new IllegalStateException("swallowed");
            return 1;
        } finally {
            return note("finally wins", 2);
        }
    }

    @SuppressWarnings("finally")
    static int finallyBreaks() {
        int turns = 0;
        while (true) {
            try {
                turns++;
                if (turns > 3) throw new RuntimeException("dropped");
                continue;
            } finally {
                note("turn " + turns, 0);
                if (turns == 4) break;
            }
        }
        return turns;
    }

    static String deep(int how) {
        try {
            try {
                try {
                    note("body", 0);
                    if (how == 1) throw new IllegalArgumentException("one");
                    if (how == 2) throw new UnsupportedOperationException("two");
                    if (how == 3) throw new Error("three");
                    if (how == 4) return "early";
                    note("tail", 0);
                } catch (IllegalArgumentException e) {
                    note("catch1 " + e.getMessage(), 0);
                    throw new RuntimeException("from catch", e);
                } finally {
                    note("finally1", 0);
                }
            } catch (UnsupportedOperationException e) {
                note("catch2 " + e.getMessage(), 0);
                return "from catch2";
            } finally {
                note("finally2", 0);
                if (how == 5) throw new ArithmeticException("from finally2");
            }
            note("after inner", 0);
        } catch (RuntimeException e) {
            note("catch3 " + e.getMessage() + (e.getCause() == null ? "" : " cause " + e.getCause().getMessage()), 0);
            return "from catch3";
        } catch (Error e) {
            note("catch4 " + e.getMessage(), 0);
            return "from catch4";
        } finally {
            note("finally3", 0);
        }
        return "end";
    }

    static long wideResult(int n) {
        long a = n, b = 2L * n;
        double d = n / 2.0;
        try {
            a = a * b;
            if (n > 2) throw new Exception("big");
            return a;
        } catch (Exception e) {
            b = -b;
            return (long) (a + b + d * 10);
        } finally {
            a = 0;
            b = 0;
            d = 0;
            note("a" + a + "b" + b + "d" + d, 0);
        }
    }

    static int loops() {
        int sum = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            try {
                for (int j = 0; j < 5; j++) {
                    try {
                        if (j == 2) continue;
                        if (j == 3 && i == 1) continue outer;
                        if (i == 3) break outer;
                        sum += i * 10 + j;
                    } finally {
                        sum += 1000;
                    }
                }
            } finally {
                sum += 100000;
            }
        }
        return sum;
    }

    static class Monitor {
        int depth;

        synchronized int enter(int n) {
            depth++;
            try {
                synchronized (log) {
                    if (n == 0) throw new IllegalStateException("bottom at depth " + depth);
                    return enter(n - 1);
                }
            } finally {
                depth--;
            }
        }
    }

    static void rethrow(boolean checked) throws java.io.IOException {
        try {
            if (checked) throw new java.io.IOException("checked");
            throw new IllegalStateException("unchecked");
        } catch (final Exception e) {
            note("rethrowing", 0);
            throw e;
        }
    }

    public static void main(String[] args) {
        flush("return before finally", returnEvaluatedFirst());
        flush("finally returns", finallyReturns(false));
        flush("finally swallows", finallyReturns(true));
        flush("finally breaks", finallyBreaks());
        for (int how = 0; how <= 5; how++) flush("deep " + how, deep(how));
        flush("wide 2", wideResult(2));
        flush("wide 7", wideResult(7));
        flush("loops", loops());
        Monitor monitor = new Monitor();
        try {
            monitor.enter(6);
        } catch (IllegalStateException e) {
            flush("monitor", e.getMessage() + " now " + monitor.depth + " held " + Thread.holdsLock(monitor) + Thread.holdsLock(log));
        }
        for (boolean checked : new boolean[] {true, false}) {
            try {
                rethrow(checked);
            } catch (java.io.IOException | IllegalStateException e) {
                flush("rethrow", e);
            }
        }
        int i = 0;
        try {
            try {
                i = i++ + note("arg", 5) / (i - 1);
            } finally {
                i += 7;
            }
        } catch (ArithmeticException e) {
            i *= 2;
        }
        flush("divided", i);
    }
}
