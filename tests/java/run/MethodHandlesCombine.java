// run: min=17
import java.lang.invoke.*;
import java.util.*;

/** Method handle combinators: drop, insert, filter, fold, permute, guard, catch, try-finally, loops, collect, spread, asType, call sites, switch points. */
public class MethodHandlesCombine {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final List<String> log = new ArrayList<>();

    static MethodHandle find(String name, Class<?> r, Class<?>... p) throws ReflectiveOperationException {
        return LOOKUP.findStatic(MethodHandlesCombine.class, name, MethodType.methodType(r, p));
    }

    static int sub(int a, int b) { return a - b; }
    static long mul(long a, long b) { return a * b; }
    static int half(int a) { return a / 2; }
    static boolean even(int a) { return a % 2 == 0; }
    static String show(Object... o) { return Arrays.deepToString(o); }
    static String three(String a, int b, double c) { return a + "/" + b + "/" + c; }
    static int parse(String s) { return Integer.parseInt(s); }
    static int onBad(NumberFormatException e, String s) { log.add("bad " + s); return -1; }
    static int cleanup(Throwable t, int result, String s) { log.add("cleanup " + (t == null ? "fine" : t.getClass().getSimpleName()) + " " + result + " " + s); return t == null ? result * 2 : -99; }
    static void note(String s) { log.add("note " + s); }
    static int length(String s) { return s.length(); }
    static String twice(int n, String s) { return n + ":" + s + s; }
    static boolean less(int i, int n) { return i < n; }
    static int inc(int i, int n) { return i + 1; }
    static long accumulate(long acc, int i) { return acc * 31 + i; }
    static String append(String acc, String item) { return acc + "<" + item + ">"; }
    static Object identity(Object o) { return o; }
    static double weigh(byte b, char c, float f, long l) { return b + c * 2 + f * 4 + l * 8; }

    interface Body { Object run() throws Throwable; }

    static void attempt(String what, Body body) {
        try {
            System.out.println(what + " = " + body.run());
        } catch (WrongMethodTypeException | ClassCastException | NullPointerException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle sub = find("sub", int.class, int.class, int.class), mul = find("mul", long.class, long.class, long.class), half = find("half", int.class, int.class), even = find("even", boolean.class, int.class), three = find("three", String.class, String.class, int.class, double.class),
            parse = find("parse", int.class, String.class), show = find("show", String.class, Object[].class), note = find("note", void.class, String.class), length = find("length", int.class, String.class), twice = find("twice", String.class, int.class, String.class);

        System.out.println("drop " + (int) MethodHandles.dropArguments(sub, 1, String.class, double.class).invokeExact(9, "x", 1.5, 4) + " " + MethodHandles.dropArguments(sub, 2, long.class).type() + " " + (int) MethodHandles.dropReturn(sub).type().parameterCount() + " " + MethodHandles.dropArgumentsToMatch(half, 0, List.of(int.class, String.class), 0).type());
        System.out.println("insert " + (int) MethodHandles.insertArguments(sub, 0, 100).invokeExact(1) + " " + (int) MethodHandles.insertArguments(sub, 1, 100).invokeExact(1) + " " + (String) MethodHandles.insertArguments(three, 0, "a", 5).invokeExact(2.5) + " " + (long) MethodHandles.insertArguments(mul, 1, 1L << 33).invokeExact(3L));
        System.out.println("permute " + (int) MethodHandles.permuteArguments(sub, sub.type(), 1, 0).invokeExact(3, 10) + " " + (int) MethodHandles.permuteArguments(sub, MethodType.methodType(int.class, int.class), 0, 0).invokeExact(5)
            + " " + (String) MethodHandles.permuteArguments(three, MethodType.methodType(String.class, double.class, int.class, String.class), 2, 1, 0).invokeExact(0.5, 7, "p"));
        System.out.println("filter " + (int) MethodHandles.filterArguments(sub, 0, half, half).invokeExact(20, 8) + " " + (int) MethodHandles.filterArguments(sub, 1, parse).invokeExact(20, "8") + " " + (int) MethodHandles.filterReturnValue(sub, half).invokeExact(20, 8)
            + " " + (boolean) MethodHandles.filterReturnValue(sub, even).invokeExact(5, 4) + " " + (int) MethodHandles.collectArguments(sub, 0, sub).invokeExact(10, 3, 2) + " " + (int) MethodHandles.collectArguments(half, 0, note).invokeExact("effect", 9) + log);
        log.clear();
        System.out.println("fold " + (String) MethodHandles.foldArguments(twice, length).invokeExact("abc") + " " + (String) MethodHandles.foldArguments(MethodHandles.dropArguments(three, 0, int.class), MethodHandles.dropArguments(length, 1, int.class)).invokeExact("xy", 4, 1.0)
            + " " + (int) MethodHandles.foldArguments(length, note).invokeExact("noted") + log);
        log.clear();
        MethodHandle tripled = MethodHandles.explicitCastArguments(MethodHandles.insertArguments(mul, 1, 3L), MethodType.methodType(int.class, int.class));
        MethodHandle guard = MethodHandles.guardWithTest(even, half, tripled);
        System.out.println("guard " + (int) guard.invokeExact(10) + " " + (int) guard.invokeExact(11));
        MethodHandle safe = MethodHandles.catchException(parse, NumberFormatException.class, find("onBad", int.class, NumberFormatException.class, String.class));
        System.out.println("catch " + (int) safe.invokeExact("12") + " " + (int) safe.invokeExact("zz") + " " + log);
        log.clear();
        MethodHandle tried = MethodHandles.tryFinally(parse, find("cleanup", int.class, Throwable.class, int.class, String.class));
        System.out.println("tryFinally " + (int) tried.invokeExact("21"));
        attempt("tryFinally failing", () -> (int) tried.invokeExact("no"));
        System.out.println(log);
        log.clear();
        attempt("throwException", () -> (int) MethodHandles.throwException(int.class, IllegalStateException.class).invokeExact(new IllegalStateException("thrown by a handle")));

        System.out.println("collect " + (String) show.asCollector(Object[].class, 3).invoke(1, "b", 'c') + " " + (String) show.asCollector(0, Object[].class, 0).invokeExact() + " " + (String) show.asVarargsCollector(Object[].class).invoke(1, 2.5f) + " " + show.asType(MethodType.genericMethodType(2)).invoke("x", null));
        System.out.println("spread " + (int) sub.asSpreader(int[].class, 2).invokeExact(new int[] {9, 2}) + " " + (String) three.asSpreader(Object[].class, 3).invoke(new Object[] {"s", 1, 2.0}) + " " + (int) sub.asSpreader(1, Object[].class, 1).invoke(5, new Object[] {1}) + " " + (String) three.asSpreader(0, String[].class, 1).invoke(new String[] {"f"}, 2, 3.0));
        attempt("spread short", () -> (int) sub.asSpreader(int[].class, 2).invokeExact(new int[] {9}));
        attempt("spread null", () -> (int) sub.asSpreader(int[].class, 2).invokeExact((int[]) null));
        MethodHandle weigh = find("weigh", double.class, byte.class, char.class, float.class, long.class);
        System.out.println("asType " + (Object) sub.asType(MethodType.methodType(Object.class, byte.class, Integer.class)).invokeExact((byte) 5, (Integer) 3) + " " + (long) sub.asType(MethodType.methodType(long.class, short.class, char.class)).invokeExact((short) 100, 'a')
            + " " + (double) weigh.asType(MethodType.genericMethodType(4).changeReturnType(double.class)).invokeExact((Object) (byte) 1, (Object) 'b', (Object) 2f, (Object) 4) + " " + (Object) MethodHandles.explicitCastArguments(weigh, MethodType.methodType(int.class, int.class, int.class, int.class, int.class)).invoke(300, 98, 2, 4)
            + " " + (byte) MethodHandles.explicitCastArguments(MethodHandles.identity(double.class), MethodType.methodType(byte.class, double.class)).invokeExact(511.9) + " " + (boolean) MethodHandles.explicitCastArguments(MethodHandles.identity(int.class), MethodType.methodType(boolean.class, int.class)).invokeExact(3)
            + " " + (int) MethodHandles.explicitCastArguments(MethodHandles.identity(int.class), MethodType.methodType(int.class, Object.class)).invokeExact((Object) null));
        attempt("impossible asType", () -> sub.asType(MethodType.methodType(int.class, String.class, int.class)));
        attempt("late cast", () -> (String) find("identity", Object.class, Object.class).asType(MethodType.methodType(String.class, Object.class)).invokeExact((Object) 5));
        System.out.println("constants " + (String) MethodHandles.constant(String.class, "k").invokeExact() + (long) MethodHandles.constant(long.class, 5).invokeExact() + (int) MethodHandles.zero(int.class).invokeExact() + (String) MethodHandles.empty(MethodType.methodType(String.class, int.class)).invokeExact(3)
            + (char) MethodHandles.identity(char.class).invokeExact('i') + " " + (Object) MethodHandles.exactInvoker(sub.type()).invoke(sub, 8, 3) + (Object) MethodHandles.invoker(sub.type()).invoke(sub, 8, 3) + (Object) MethodHandles.spreadInvoker(sub.type(), 1).invoke(sub, 8, new Object[] {3}));

        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.identity(int.class), MethodHandles.dropArguments(MethodHandles.constant(long.class, 7L), 0, int.class), MethodHandles.dropArguments(find("accumulate", long.class, long.class, int.class), 2, int.class));
        MethodHandle whiles = MethodHandles.whileLoop(MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class), find("less", boolean.class, int.class, int.class), find("inc", int.class, int.class, int.class));
        MethodHandle iterated = MethodHandles.iteratedLoop(null, MethodHandles.constant(String.class, ">"), find("append", String.class, String.class, String.class));
        System.out.println("loops " + (long) counted.invokeExact(10) + " " + (int) whiles.invokeExact(25) + " " + iterated.invoke(List.of("p", "q", "r")) + " " + counted.type() + whiles.type() + iterated.type());

        MutableCallSite site = new MutableCallSite(half);
        MethodHandle dynamic = site.dynamicInvoker();
        int before = (int) dynamic.invokeExact(50);
        site.setTarget(MethodHandles.insertArguments(sub, 0, 50));
        System.out.println("call sites " + before + " " + (int) dynamic.invokeExact(8) + " " + (int) new ConstantCallSite(half).dynamicInvoker().invokeExact(6) + " " + site.type() + " " + (int) new VolatileCallSite(half).getTarget().invokeExact(4));
        attempt("wrong target", () -> { site.setTarget(sub); return 0; });
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(half, MethodHandles.identity(int.class));
        int valid = (int) switched.invokeExact(8);
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println("switch point " + valid + " " + (int) switched.invokeExact(8) + " " + point.hasBeenInvalidated());
        Comparator<?> comparator = MethodHandleProxies.asInterfaceInstance(Comparator.class, MethodHandles.explicitCastArguments(sub, MethodType.methodType(int.class, Object.class, Object.class)));
        @SuppressWarnings("unchecked") Comparator<Integer> ints = (Comparator<Integer>) comparator;
        System.out.println("proxy " + ints.compare(5, 7) + " " + MethodHandleProxies.isWrapperInstance(ints));

        attempt("drop out of range", () -> MethodHandles.dropArguments(sub, 3, int.class));
        attempt("insert wrong type", () -> MethodHandles.insertArguments(sub, 0, "x"));
        attempt("insert too many", () -> MethodHandles.insertArguments(half, 0, 1, 2));
        attempt("filter mismatch", () -> MethodHandles.filterReturnValue(parse, parse));
        attempt("guard mismatch", () -> MethodHandles.guardWithTest(parse, half, half));
        attempt("permute mismatch", () -> MethodHandles.permuteArguments(sub, half.type(), 0, 1));
        attempt("fold mismatch", () -> MethodHandles.foldArguments(sub, length));
        MethodHandle polynomial = MethodHandles.identity(long.class);
        for (int k = 1; k <= 12; k++) polynomial = MethodHandles.filterReturnValue(MethodHandles.insertArguments(mul, 0, (long) k), MethodHandles.filterReturnValue(polynomial, MethodHandles.insertArguments(mul, 1, k % 3 == 0 ? -1L : 1L)));
        long total = 0;
        for (int i = 0; i < 200; i++) total += (long) polynomial.invokeExact((long) i);
        System.out.println("deep chain " + total);
        int[] sorted = {5, 3, 9, 1};
        MethodHandle sort = LOOKUP.findStatic(Arrays.class, "sort", MethodType.methodType(void.class, int[].class));
        MethodHandle sortAndReturn = MethodHandles.foldArguments(MethodHandles.identity(int[].class), sort);
        System.out.println(Arrays.toString((int[]) sortAndReturn.invokeExact(sorted)) + " " + Arrays.toString((Object[]) MethodHandles.arrayConstructor(String[].class).invoke(2)));
    }
}
