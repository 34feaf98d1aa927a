// run: min=17
import java.util.*;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** StackWalker in all its options, Throwable traces with line numbers, caller classes, hidden frames. */
public class StackWalks {
    interface Visitor { String visit(); }

    static String names(StackWalker walker) {
        return walker.walk(frames -> frames.map(f -> f.getMethodName() + ":" + f.getLineNumber()).collect(Collectors.joining(" ")));
    }

    static class Caller {
        static Class<?> who() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        }

        final String from;

        Caller() {
            from = StackWalker.getInstance().walk(s -> s.skip(1).findFirst().get().toString());
        }
    }

    static class Other {
        static Class<?> ask() {
            return Caller.who();
        }

        static String initialized = names(StackWalker.getInstance());
    }

    static String down(int depth, Visitor visitor) {
        if (depth == 0)
            return visitor.visit();
        return down(
            depth - 1,
            visitor);
    }

    static <T> T through(Supplier<T> supplier) {
        return supplier.get();
    }

    static String trace(Throwable t) {
        return Arrays.stream(t.getStackTrace()).filter(e -> e.getClassName().startsWith("StackWalks")).map(e -> e.getMethodName() + ":" + e.getLineNumber()).collect(Collectors.joining(" "));
    }

    int divide(int a, int b) {
        int c = a;
        c +=
            a
            / b;
        return c;
    }

    static void multi(String s,
                      int n) {
        System.out.println(s
            .substring(1)
            .charAt(n));
    }

    static Throwable make() {
        return new Throwable("made");
    }

    static Throwable lambdaThrowable = through(() -> new IllegalStateException("in a lambda of the class initializer"));

    public static void main(String[] args) throws Exception {
        StackWalker plain = StackWalker.getInstance(), retain = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE), reflect = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES);
        System.out.println(names(plain));
        System.out.println(down(3, () -> names(plain)).replaceAll("lambda\\$\\w+\\$\\d+", "lambda"));
        System.out.println(through(() -> through(() -> names(plain))).replaceAll("lambda\\$\\w+\\$\\d+", "lambda"));
        System.out.println(Caller.who().getName() + " " + Other.ask().getName() + " " + new Caller().from);
        System.out.println(Other.initialized);
        System.out.println(down(2, () -> retain.walk(s -> s.map(f -> f.getDeclaringClass().getSimpleName() + f.getMethodType()).collect(Collectors.joining(" ")))));
        System.out.println("" + retain.walk(s -> s.map(f -> f.getClassName() + " " + f.getDescriptor() + " " + f.getFileName() + " " + f.isNativeMethod() + " " + f.toStackTraceElement()).toList()));
        System.out.println(down(50, () -> plain.walk(s -> s.filter(f -> f.getMethodName().equals("down")).count()) + ""));
        System.out.println(down(40, () -> plain.walk(s -> s.limit(5).skip(2).map(StackWalker.StackFrame::getMethodName).toList()) + ""));
        StringBuilder each = new StringBuilder();
        plain.forEach(f -> each.append(f.getMethodName()).append(f.getLineNumber() > 0));
        System.out.println(each);
        for (Visitor v : new Visitor[] {() -> plain.walk(s -> s.findFirst().get().getDeclaringClass()) + "", () -> "" + plain.getCallerClass(), () -> { var kept = retain.walk(s -> s); return kept.count() + ""; }}) {
            try {
                System.out.println(v.visit());
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        java.lang.reflect.Method names = StackWalks.class.getDeclaredMethod("names", StackWalker.class);
        System.out.println(names.invoke(null, plain));
        System.out.println(((String) names.invoke(null, reflect)).contains("invoke") + " " + ((String) names.invoke(null, plain)).contains("invoke"));

        try {
            new StackWalks().divide(5, 0);
        } catch (ArithmeticException e) {
            System.out.println(trace(e));
        }
        for (Object[] arguments : new Object[][] {{null, 0}, {"", 0}, {"abc", 9}}) {
            try {
                multi((String) arguments[0], (int) arguments[1]);
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + trace(e));
            }
        }
        System.out.println(trace(make()) + "; " + trace(lambdaThrowable).replaceAll("lambda\\$\\w+\\$\\d+", "lambda"));
        try {
            List.of(3, 1, 2).stream().map(x -> 6 / (x - 1)).sorted().toList();
        } catch (ArithmeticException e) {
            System.out.println(trace(e).replaceAll("lambda\\$\\w+\\$\\d+", "lambda") + " " + (e.getStackTrace().length > 8));
        }
        try {
            Object o = new TreeMap<>(Map.of("a", 1)).computeIfAbsent("b", k -> { throw new UnsupportedOperationException(k); });
        } catch (UnsupportedOperationException e) {
            StackTraceElement[] t = e.getStackTrace();
            System.out.println(t[0].getMethodName().startsWith("lambda$main$") + " " + t[1].getClassName() + " " + t[1].getModuleName() + " " + t[0].getModuleName() + " " + t[0].getClassLoaderName() + " " + t[1].getClassLoaderName() + " " + t[t.length - 1].getMethodName());
        }
        Thread thread = new Thread(() -> System.out.println(names(plain).replaceAll("lambda\\$\\w+\\$\\d+", "lambda").replaceAll("runWith:\\d+ ", "").replaceAll("run:\\d+", "run")));
        thread.start();
        thread.join();
        System.out.println(Arrays.stream(Thread.currentThread().getStackTrace()).map(StackTraceElement::getMethodName).toList());
        Throwable reused = new Throwable();
        int first = reused.getStackTrace()[0].getLineNumber();
        reused.fillInStackTrace();
        System.out.println(reused.getStackTrace()[0].getLineNumber() - first);
        StackTraceElement e = new StackTraceElement("a.B", "m", "B.java", 5);
        System.out.println(e.equals(new StackTraceElement("a.B", "m", "B.java", 5)) + " " + (e.hashCode() == new StackTraceElement("a.B", "m", "B.java", 5).hashCode()) + " " + e + " " + e.isNativeMethod());
        assert first > 0 : "with -ea this passes";
        try {
            assert first < 0 : "line " + first;
        } catch (AssertionError error) {
            System.out.println(error.getMessage() + " " + trace(error));
        }
        class Local { Throwable t() { return new Object() { Throwable inner() { return make(); } }.inner(); } }
        for (StackTraceElement s : new Local().t().getStackTrace()) System.out.println("  " + s);
    }
}
