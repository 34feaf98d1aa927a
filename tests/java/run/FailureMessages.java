// run: min=17
import java.util.ArrayList;
import java.util.List;

/** Messages of the exceptions the machine itself raises: casts, bounds, sizes, division, stack and memory exhaustion. */
public class FailureMessages {
    interface Shape { }
    record Circle(double radius) implements Shape { }
    static class Box<T extends Comparable<T>> {
        T value;
        @SuppressWarnings("unchecked") Box(Object value) { this.value = (T) value; }
        T get() { return value; }
    }
    enum Colour { RED }

    static int depth;
    static Object[] sink = new Object[1];

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static int recurse(int n) {
        depth = n;
        return recurse(n + 1) + 1;
    }

    static long recurseWide(long a, double b, Object c) {
        depth++;
        return depth > 0 ? recurseWide(a + 1, b * 2, c) + (long) b : a;
    }

    static class Loop {
        Loop other;
        @Override public String toString() { return "Loop(" + other + ")"; }
    }

    static int finallyInOverflow() {
        int[] counter = {0};
        class Diver {
            void dive() {
                try {
                    dive();
                } finally {
                    counter[0] = 1;
                }
            }
        }
        try {
            new Diver().dive();
        } catch (StackOverflowError e) {
            counter[0] += 10;
        }
        return counter[0];
    }

    @SuppressWarnings("unchecked")
    static void casts() {
        Object integer = 5, string = "text", ints = new int[1], shape = new Circle(1), colour = Colour.RED, lists = new ArrayList<?>[1];
        attempt("Integer to String", () -> System.out.println(((String) integer).length()));
        attempt("String to Integer", () -> System.out.println((int) string));
        attempt("int[] to long[]", () -> System.out.println(((long[]) ints).length));
        attempt("int[] to Object[]", () -> System.out.println(((Object[]) ints).length));
        attempt("int[] to List", () -> System.out.println(((List<?>) ints).size()));
        attempt("Circle to Runnable", () -> ((Runnable) shape).run());
        attempt("Circle to FailureMessages", () -> System.out.println((FailureMessages) shape));
        attempt("String to Shape", () -> System.out.println((Shape) string));
        attempt("enum to Circle", () -> System.out.println((Circle) colour));
        attempt("ArrayList[] to String[][]", () -> System.out.println(((String[][]) lists).length));
        attempt("Circle[] to Circle", () -> System.out.println((Circle) (Object) new Circle[0][0]));
        attempt("null to anything", () -> System.out.println((Circle) null));
        attempt("generic", () -> { String s = new Box<String>(5).get(); });
        attempt("generic comparison", () -> { new Box<String>("a").get().compareTo("b"); ((Comparable<Object>) (Object) "a").compareTo(1); });
        attempt("bound erased", () -> new Box<Integer>(new Object[0]));
        attempt("heap pollution", () -> { List<String> l = new ArrayList<>(); ((List<Object>) (Object) l).add(1); for (String s : l) System.out.println(s); });
        attempt("Class.cast", () -> Integer.class.cast("x"));
        attempt("asSubclass", () -> String.class.asSubclass(Number.class));
    }

    static void bounds() {
        int[] three = new int[3];
        String s = "abc";
        long[][][] longs = new long[three.length][0][1];
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        attempt("array 3", () -> three[three.length] = 0);
        attempt("array -2147483648", () -> three[1 << 31]++);
        attempt("long array", () -> System.out.println(longs[2][0][0]));
        attempt("charAt", () -> s.charAt(3));
        attempt("charAt utf16", () -> "\u0416".charAt(-1));
        attempt("codePointBefore", () -> s.codePointBefore(0));
        attempt("list", () -> list.get(2));
        attempt("list set", () -> list.set(-1, 0));
        attempt("subList", () -> list.subList(-1, 1));
        attempt("builder", () -> new StringBuilder("abc").deleteCharAt(3));
        attempt("builder insert", () -> new StringBuilder("abc").insert(4, "x"));
        attempt("checkIndex", () -> java.util.Objects.checkIndex(5, 5));
        attempt("checkFromToIndex", () -> java.util.Objects.checkFromToIndex(3, 2, 5));
        attempt("checkFromIndexSize", () -> java.util.Objects.checkFromIndexSize(3, 4, 5));
        attempt("negative size", () -> sink[0] = new Object[three.length - 5]);
        attempt("negative inner size", () -> sink[0] = new byte[2][3][-three.length]);
        attempt("reflective negative size", () -> java.lang.reflect.Array.newInstance(int.class, -7));
        attempt("negative capacity", () -> new ArrayList<>(-1));
        attempt("int by zero", () -> System.out.println(7 / three[0]));
        attempt("int remainder", () -> System.out.println(7 % three[0]));
        attempt("long by zero", () -> System.out.println(7L / three[0]));
        attempt("long remainder", () -> System.out.println(7L % three[0]));
        attempt("addExact", () -> Math.addExact(Integer.MAX_VALUE, 1));
        attempt("multiplyExact", () -> Math.multiplyExact(1L << 40, 1L << 40));
        attempt("toIntExact", () -> Math.toIntExact(1L << 31));
        attempt("negateExact", () -> Math.negateExact(Integer.MIN_VALUE));
        attempt("floorDiv", () -> Math.floorDiv(1, 0));
    }

    public static void main(String[] args) {
        casts();
        bounds();
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + e.getMessage() + " deep enough " + (depth > 500) + " frames " + (e.getStackTrace().length > 500)
                + " " + e.getStackTrace()[100].getMethodName());
        }
        depth = 0;
        try {
            recurseWide(1, 2, null);
        } catch (StackOverflowError e) {
            System.out.println("wide overflow " + (depth > 300));
        }
        Loop a = new Loop();
        a.other = a;
        try {
            System.out.println(a.toString().length());
        } catch (StackOverflowError e) {
            System.out.println("toString overflow");
        }
        for (int i = 0; i < 3; i++) System.out.println("finally in overflow " + finallyInOverflow());
        try {
            sink[0] = new int[Integer.MAX_VALUE];
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        try {
            sink[0] = new Object[Integer.MAX_VALUE - 1];
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        try {
            sink[0] = new long[2_000_000_000];
            System.out.println("sixteen gigabytes to spare");
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        try {
            sink[0] = new double[100][2_000_000_000];
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        sink[0] = new int[1000];
        System.out.println("goes on " + ((int[]) sink[0]).length);
    }
}
