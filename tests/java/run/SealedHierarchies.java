// run: min=17
import java.lang.reflect.Modifier;
import java.util.*;
import java.util.stream.*;

/** Sealed types with instanceof patterns, visitors over them, non-sealed branches, and class files that break the seal. */
public class SealedHierarchies {
    sealed interface Shape permits Round, Polygon, Odd { double area(); }
    sealed interface Round extends Shape { record Circle(double r) implements Round { public double area() { return Math.PI * r * r; } } record Ellipse(double a, double b) implements Round { public double area() { return Math.PI * a * b; } } }
    static abstract sealed class Polygon implements Shape permits Triangle, Box { final int sides; Polygon(int sides) { this.sides = sides; } }
    static final class Triangle extends Polygon { final double base, height; Triangle(double b, double h) { super(3); base = b; height = h; } public double area() { return base * height / 2; } }
    static sealed class Box extends Polygon { final double w, h; Box(double w, double h) { super(4); this.w = w; this.h = h; } public double area() { return w * h; } }
    static final class Cube extends Box { Cube(double side) { super(side, side); } @Override public double area() { return 6 * super.area(); } }
    static non-sealed class Odd implements Shape { public double area() { return -1; } }
    static class Odder extends Odd { @Override public double area() { return super.area() * 2; } }
    sealed interface Option<T> { record Some<T>(T value) implements Option<T> { } enum None implements Option<Object> { NONE } }
    enum Sealed { A, B { } }

    interface Visitor<R> {
        R round(Round r);
        R polygon(Polygon p);
        default R odd(Odd o) { throw new UnsupportedOperationException("odd"); }
        default R visit(Shape s) {
            if (s instanceof Round r) return round(r);
            if (s instanceof Polygon p) return polygon(p);
            if (s instanceof Odd o) return odd(o);
            throw new AssertionError("unreachable");
        }
    }

    static String describe(Object o) {
        if (!(o instanceof Shape s)) return "not a shape: " + o;
        if (s instanceof Round.Circle c && c.r() > 10) return "big circle";
        if (s instanceof Round.Circle c) return "circle " + c.r();
        if (s instanceof Round.Ellipse e && (e.a() == e.b() || e.a() * e.b() < 1)) return "almost a circle";
        if (s instanceof Box b && !(b instanceof Cube)) return "box " + b.w + "x" + b.h;
        return s instanceof Polygon p ? "polygon of " + p.sides : "other";
    }

    static <T> String unwrap(Option<? extends T> o) {
        return o instanceof Option.Some<? extends T> some ? "some " + some.value() : "none";
    }

    public static void main(String[] args) throws Exception {
        List<Shape> shapes = List.of(new Round.Circle(1.5), new Round.Circle(11), new Round.Ellipse(2, 2), new Round.Ellipse(1, 3), new Triangle(3, 4), new Box(2, 5), new Cube(2), new Odd(), new Odder(), new Odd() { @Override public double area() { return 42; } });
        for (Shape s : shapes) System.out.println(describe(s) + " " + s.area());
        System.out.println(describe("text") + " " + describe(null));
        Visitor<String> v = new Visitor<>() {
            public String round(Round r) { return "round " + (int) r.area(); }
            public String polygon(Polygon p) { return "polygon " + p.sides; }
        };
        for (Shape s : shapes) {
            try {
                System.out.print(v.visit(s) + "; ");
            } catch (UnsupportedOperationException e) {
                System.out.print(e.getMessage() + "; ");
            }
        }
        System.out.println();
        System.out.println(unwrap(new Option.Some<>(5)) + " " + unwrap((Option<?>) Option.None.NONE) + " " + shapes.stream().collect(Collectors.groupingBy(s -> s instanceof Round ? "round" : s instanceof Polygon ? "polygon" : "odd", TreeMap::new, Collectors.summingDouble(s -> Math.rint(s.area())))));
        for (Class<?> c : new Class<?>[] {Shape.class, Round.class, Polygon.class, Triangle.class, Box.class, Odd.class, Odder.class, Option.class, Sealed.class, String.class, int.class, Shape[].class}) {
            System.out.println(c.getSimpleName() + " sealed " + c.isSealed() + " " + (c.getPermittedSubclasses() == null ? null : Arrays.stream(c.getPermittedSubclasses()).map(Class::getSimpleName).toList()) + " " + Modifier.toString(c.getModifiers()));
        }
        // the seal is kept by the machine, not only by the compiler: an intruder of the same name but another parent is refused
        byte[] cube;
        try (var in = SealedHierarchies.class.getResourceAsStream("SealedHierarchies$Cube.class")) {
            cube = in.readAllBytes();
        }
        String renamed = new String(cube, "ISO-8859-1").replace("SealedHierarchies$Cube", "SealedHierarchies$Cuba");
        class Loader extends ClassLoader {
            Loader() { super(SealedHierarchies.class.getClassLoader()); }
            Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
        }
        try {
            System.out.println(new Loader().define(renamed.getBytes("ISO-8859-1")));
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e.getClass().getSimpleName());
        }
        String asFinal = new String(cube, "ISO-8859-1").replace("SealedHierarchies$Cube", "SealedHierarchies$Cuba").replace("SealedHierarchies$Box", "java/lang/StringBuffe");
        try {
            System.out.println(new Loader().define(asFinal.getBytes("ISO-8859-1")));
        } catch (NoClassDefFoundError e) {
            System.out.println("NoClassDefFoundError " + e.getMessage());
        }
        for (Object o : new Object[] {5, "five", 'c', null, 2.5, new int[] {1, 2}, List.of(), Map.of(), Sealed.B}) {
            String text = o instanceof Integer i && i > 3 ? "int " + (i + 1) : o instanceof String s && !s.isEmpty() ? "string " + s.length() : o instanceof int[] a ? "ints " + a.length : o instanceof Collection<?> c && c.isEmpty() ? "empty" : o instanceof Number n ? "number " + n.intValue() : o instanceof Enum<?> e ? e.getDeclaringClass().getSimpleName() : "?";
            System.out.print(text + " ");
        }
        System.out.println();
        Object loop = 0;
        while (loop instanceof Integer n && n < 5) loop = n + 1;
        if (!(loop instanceof Integer last)) throw new AssertionError();
        System.out.println(last + 1);
    }
}
