// run: min=21
import java.util.*;
import java.util.function.*;

/** Pattern matching for switch: types, guards, null, dominance order, sealed exhaustiveness, enum constants, yields, generics. */
public class PatternSwitches {
    sealed interface Shape permits Circle, Rect, Line { }
    record Circle(double r) implements Shape { }
    record Rect(double w, double h) implements Shape { }
    static final class Line implements Shape { @Override public String toString() { return "Line"; } }
    enum Colour implements Tint { RED, GREEN, BLUE }
    sealed interface Tint permits Colour, Mix { }
    record Mix(Tint a, Tint b) implements Tint { }
    sealed interface Either<L, R> { }
    record Left<L, R>(L value) implements Either<L, R> { }
    record Right<L, R>(R value) implements Either<L, R> { }

    static String classify(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 100 -> "big int " + i;
            case Integer i when i < 0 -> "negative " + -i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty string";
            case String s when s.length() > 5 && s.charAt(0) == 'x' -> "long x " + s.length();
            case String s -> "string " + s;
            case int[] a when a.length == 0 -> "no ints";
            case int[] a -> "ints from " + a[0];
            case Object[] a -> "objects " + a.length;
            case List<?> l when l.size() == 1 -> "single " + classify(l.get(0));
            case Collection<?> c -> "collection " + c.size();
            case Enum<?> e -> "enum " + e.name();
            case Record r -> "record " + r;
            case Class<?> c -> "class " + c.getSimpleName();
            case Runnable r -> "runnable";
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static double area(Shape s) {
        return switch (s) {
            case Circle c -> Math.PI * c.r() * c.r();
            case Rect r -> r.w() * r.h();
            case Line l -> 0;
        };
    }

    static int depth(Tint t) {
        return switch (t) {
            case Colour.RED -> 1;
            case Colour.GREEN -> 2;
            case Mix m when m.a() == m.b() -> depth(m.a());
            case Mix m -> depth(m.a()) * 10 + depth(m.b());
            case Colour c -> 3 + c.ordinal();
        };
    }

    static String old(Object o) {
        StringBuilder out = new StringBuilder();
        switch (o) {
            case String s when s.startsWith("a"):
                out.append("a-string ");
                break;
            case Character c:
                out.append("char ").append((char) (c + 1));
            default:
                out.append(" fell through");
        }
        return out.toString();
    }

    static String names(Colour c) {
        return switch (c) { case RED, GREEN -> "warm or not"; case null -> "no colour"; case BLUE -> { String s = ""; for (char x : "cold".toCharArray()) s = x + s; yield s; } };
    }

    static String strings(String s) {
        return switch (s) {
            case "exact" -> "constant";
            case String t when t.length() == 3 -> "three: " + t;
            case "Aa", "BB" -> "colliding";
            case null, default -> "rest " + s;
        };
    }

    static String integers(Integer n) {
        return switch (n) { case 1, 2, 3 -> "small"; case Integer i when i % 2 == 0 && i > 100 -> "large even"; case Integer.MAX_VALUE -> "max"; case Integer i -> "any " + i; };
    }

    static <L, R> String either(Either<L, R> e) {
        return switch (e) { case Left<L, R> l -> "left " + l.value(); case Right<L, R> r -> "right " + r.value(); };
    }

    static <T extends Comparable<T>> int generic(T t) {
        return switch (t) { case String s -> s.length(); case Integer i -> i; default -> t.compareTo(t); };
    }

    static int guards;

    static boolean guard(String name, boolean result) {
        guards++;
        System.out.print(name + "? ");
        return result;
    }

    public static void main(String[] args) {
        Runnable r = () -> { };
        for (Object o : new Object[] {null, 5, 500, -5, 7L, "", "str", "xylophone", "yellow", new int[0], new int[] {9}, new String[2], List.of("in"), List.of(List.of(-3)), Set.of(), Colour.RED, new Circle(2), String.class, r, 2.5, new StringBuilder("b")}) System.out.println(classify(o));
        for (Shape s : new Shape[] {new Circle(1), new Rect(2, 3), new Line()}) System.out.print(area(s) + " ");
        System.out.println();
        for (Tint t : new Tint[] {Colour.RED, Colour.GREEN, Colour.BLUE, new Mix(Colour.RED, Colour.BLUE), new Mix(Colour.GREEN, Colour.GREEN), new Mix(new Mix(Colour.RED, Colour.GREEN), Colour.BLUE)}) System.out.print(depth(t) + " ");
        System.out.println();
        System.out.println(old("abc") + "|" + old("bcd") + "|" + old('x') + "|" + old(5));
        System.out.println(names(Colour.RED) + " " + names(Colour.BLUE) + " " + names(null));
        for (String s : new String[] {"exact", "abc", "Aa", "BB", "C#", null, "longer"}) System.out.print(strings(s) + "; ");
        System.out.println();
        for (Integer i : new Integer[] {1, 3, 4, 102, 101, Integer.MAX_VALUE}) System.out.print(integers(i) + "; ");
        System.out.println();
        System.out.println(either(new Left<>(5)) + " " + either(new Right<Integer, String>("r")) + " " + generic("four") + generic(7) + generic('c'));
        for (Supplier<Object> bad : List.<Supplier<Object>>of(() -> area(null), () -> integers(null), () -> depth(null), () -> { Object o = null; return switch (o) { case String s -> s; default -> "default does not take null"; }; })) {
            try {
                System.out.println(bad.get());
            } catch (NullPointerException e) {
                System.out.println("NullPointerException");
            }
        }
        Object subject = "s";
        String chosen = switch (subject) { case String s when guard("first", false) -> "1"; case CharSequence s when guard("second", s.length() == 1) -> "2"; case Object s when guard("third", true) -> "3"; default -> "4"; };
        System.out.println(chosen + " " + guards);
        try {
            Object o = switch (subject) { case String s when s.length() / (s.length() - 1) > 0 -> 1; default -> 2; };
        } catch (ArithmeticException e) {
            System.out.println("guard threw " + e.getMessage());
        }
        long total = 0;
        Object[] mixed = {1, "two", 3L, 4.0, 'f', new Circle(6), List.of(7, 7), null, Colour.BLUE, new int[] {9}};
        for (int i = 0; i < 3000; i++) total = total * 31 + classify(mixed[i % mixed.length]).length();
        System.out.println(total);
        Function<Object, Object> nested = o -> switch (o) { case Integer i -> switch (i % 3) { case 0 -> "fizz"; case 1 -> (Supplier<String>) () -> "lazy " + i; default -> i; }; case Supplier<?> s -> s.get(); default -> "none"; };
        System.out.println(nested.apply(3) + " " + nested.apply(nested.apply(4)) + " " + nested.apply(5) + " " + nested.apply(""));
    }
}
