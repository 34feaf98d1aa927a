// run: min=21
import java.util.*;

/** Record patterns: nesting, inference, var, generics, accessors that throw, an algebra simplifier and a tree balanced by patterns. */
public class RecordPatterns {
    record Point(int x, int y) { }
    record Line(Point from, Point to) { }
    record Box<T>(T content) { }
    record Pair<A, B>(A first, B second) { }
    record Wide(byte b, short s, char c, long l, float f, double d, boolean z, int[] a) { }
    record Touchy(int value) { public int value() { if (value < 0) throw new IllegalStateException("accessor refused " + value); System.out.print("(read " + value + ") "); return value; } }

    sealed interface Expr { }
    record Num(long n) implements Expr { @Override public String toString() { return "" + n; } }
    record Var(String name) implements Expr { @Override public String toString() { return name; } }
    record Add(Expr a, Expr b) implements Expr { @Override public String toString() { return "(" + a + " + " + b + ")"; } }
    record Mul(Expr a, Expr b) implements Expr { @Override public String toString() { return a + "*" + b; } }
    record Pow(Expr base, Num exponent) implements Expr { @Override public String toString() { return base + "^" + exponent; } }

    static Expr simplify(Expr e) {
        return switch (e) {
            case Add(Num(var a), Num(var b)) -> new Num(a + b);
            case Add(Num(long n), var x) when n == 0 -> simplify(x);
            case Add(var x, Num(long n)) when n == 0 -> simplify(x);
            case Add(var x, var y) when x.equals(y) -> simplify(new Mul(new Num(2), x));
            case Add(var x, var y) -> again(e, new Add(simplify(x), simplify(y)));
            case Mul(Num(var a), Num(var b)) -> new Num(a * b);
            case Mul(Num(var n), var x) when n == 0 -> new Num(0);
            case Mul(Num(var n), var x) when n == 1 -> simplify(x);
            case Mul(Num(var a), Mul(Num(var b), var x)) -> simplify(new Mul(new Num(a * b), x));
            case Mul(var x, Num n) -> simplify(new Mul(n, x));
            case Mul(var x, var y) -> again(e, new Mul(simplify(x), simplify(y)));
            case Pow(var x, Num(var n)) when n == 0 -> new Num(1);
            case Pow(var x, Num(var n)) when n == 1 -> simplify(x);
            case Pow(Num(var b), Num(var n)) -> { long r = 1; for (long i = 0; i < n; i++) r *= b; yield new Num(r); }
            case Pow(var x, var n) -> again(e, new Pow(simplify(x), n));
            case Num n -> n;
            case Var v -> v;
        };
    }

    static Expr again(Expr before, Expr after) { return after.equals(before) ? after : simplify(after); }

    static Expr derive(Expr e, String by) {
        return switch (e) {
            case Num(var n) -> new Num(0);
            case Var(String name) when name.equals(by) -> new Num(1);
            case Var(var name) -> new Num(0);
            case Add(var a, var b) -> new Add(derive(a, by), derive(b, by));
            case Mul(var a, var b) -> new Add(new Mul(derive(a, by), b), new Mul(a, derive(b, by)));
            case Pow(var x, Num(var n)) -> new Mul(new Mul(new Num(n), new Pow(x, new Num(n - 1))), derive(x, by));
        };
    }

    sealed interface Tree<T extends Comparable<T>> { }
    record Leaf<T extends Comparable<T>>() implements Tree<T> { }
    record Node<T extends Comparable<T>>(boolean red, Tree<T> l, T v, Tree<T> r) implements Tree<T> { }

    /** Okasaki's insertion: four shapes of imbalance, one shape of balance. */
    static <T extends Comparable<T>> Tree<T> balance(boolean red, Tree<T> left, T value, Tree<T> right) {
        record Parts<T extends Comparable<T>>(boolean red, Tree<T> l, T v, Tree<T> r) { }
        return switch (new Parts<>(red, left, value, right)) {
            case Parts<T>(boolean x, Node<T>(boolean p, Node<T>(boolean q, var a, var b, var c), var d, var e), var f, var g) when !x && p && q -> new Node<>(true, new Node<>(false, a, b, c), d, new Node<>(false, e, f, g));
            case Parts<T>(boolean x, Node<T>(boolean p, var a, var b, Node<T>(boolean q, var c, var d, var e)), var f, var g) when !x && p && q -> new Node<>(true, new Node<>(false, a, b, c), d, new Node<>(false, e, f, g));
            case Parts<T>(boolean x, var a, var b, Node<T>(boolean p, Node<T>(boolean q, var c, var d, var e), var f, var g)) when !x && p && q -> new Node<>(true, new Node<>(false, a, b, c), d, new Node<>(false, e, f, g));
            case Parts<T>(boolean x, var a, var b, Node<T>(boolean p, var c, var d, Node<T>(boolean q, var e, var f, var g))) when !x && p && q -> new Node<>(true, new Node<>(false, a, b, c), d, new Node<>(false, e, f, g));
            case Parts<T>(var x, var a, var b, var c) -> new Node<>(x, a, b, c);
        };
    }

    static <T extends Comparable<T>> Tree<T> insert(Tree<T> t, T v) {
        Node<T> n = (Node<T>) put(t, v);
        return new Node<>(false, n.l(), n.v(), n.r());
    }

    static <T extends Comparable<T>> Tree<T> put(Tree<T> t, T v) {
        return switch (t) {
            case Leaf<T>() -> new Node<>(true, t, v, t);
            case Node<T>(var red, var l, var w, var r) when v.compareTo(w) < 0 -> balance(red, put(l, v), w, r);
            case Node<T>(var red, var l, var w, var r) when v.compareTo(w) > 0 -> balance(red, l, w, put(r, v));
            case Node<T> n -> n;
        };
    }

    static <T extends Comparable<T>> int height(Tree<T> t) { return t instanceof Node<T>(var c, var l, var v, var r) ? 1 + Math.max(height(l), height(r)) : 0; }
    static <T extends Comparable<T>> void walk(Tree<T> t, List<T> out) { if (t instanceof Node<T>(var c, var l, var v, var r)) { walk(l, out); out.add(v); walk(r, out); } }

    static String match(Object o) {
        return switch (o) {
            case Point(int x, int y) when x == y -> "diagonal " + x;
            case Point(var x, var y) -> "point " + x + "," + y;
            case Line(Point(var a, var b), Point(var c, var d)) when a == c -> "vertical " + Math.abs(b - d);
            case Line(Point p, Point(int x, int y)) when p != null && p.y() == y -> "horizontal";
            case Line(var from, var to) -> "line " + from + to;
            case Box<?>(Box<?>(var inner)) -> "box in box of " + inner;
            case Box<?>(String s) -> "box of string " + s.length();
            case Box<?>(var any) -> "box of " + any;
            case Pair<?, ?>(Integer a, Integer b) -> "sum " + (a + b);
            case Pair<?, ?>(String a, Object b) -> "pair " + a + b;
            case Pair<?, ?>(var a, Pair<?, ?>(var b, var c)) -> "triple " + a + b + c;
            case Wide(byte b, short s, char c, long l, float f, double d, boolean z, int[] a) -> "wide " + (b + s + c + l + f + d) + z + a.length;
            default -> "no match";
        };
    }

    public static void main(String[] args) {
        for (Object o : new Object[] {new Point(3, 3), new Point(1, 2), new Line(new Point(1, 1), new Point(1, 9)), new Line(new Point(0, 5), new Point(3, 5)), new Line(null, new Point(0, 0)), new Line(new Point(1, 2), null), new Box<>(new Box<>(5)), new Box<>("text"), new Box<>(null), new Pair<>(1, 2), new Pair<>("a", null), new Pair<>('x', new Pair<>(1, null)), new Pair<>(null, null),
                new Wide((byte) 1, (short) 2, 'c', 4, 5.5f, 6.5, true, new int[7]), "text"}) System.out.println(match(o));
        Object o = new Pair<>(new Point(4, 5), new Box<>(List.of(1, 2)));
        if (o instanceof Pair<?, ?>(Point(var x, var y), Box<?>(List<?> l)) && l.size() == 2) System.out.println(x + y + l.size());
        if (!(o instanceof Pair<?, ?>(Point p, Box<?> b))) throw new AssertionError();
        System.out.println(p + " " + b);
        Pair<Box<String>, Box<Integer>> typed = new Pair<>(new Box<>("s"), new Box<>(5));
        if (typed instanceof Pair<Box<String>, Box<Integer>>(Box<String>(var s), Box<Integer>(var i))) System.out.println(s.length() + i);
        for (int v : new int[] {5, -5}) {
            try {
                System.out.println(switch ((Object) new Touchy(v)) { case Touchy(int n) when n > 10 -> "large"; case Touchy(int n) -> "touched " + n; default -> "?"; });
            } catch (MatchException e) {
                System.out.println(e.getClass().getSimpleName() + " caused by " + e.getCause());
            }
        }
        Var x = new Var("x");
        Expr e = new Add(new Mul(new Num(3), new Pow(x, new Num(2))), new Add(new Mul(x, new Num(4)), new Add(new Num(0), new Mul(new Var("y"), new Num(1)))));
        System.out.println(e + " = " + simplify(e));
        System.out.println(simplify(derive(e, "x")) + " | " + simplify(derive(derive(e, "x"), "x")) + " | " + simplify(derive(e, "y")) + " | " + simplify(new Add(new Mul(new Num(2), new Mul(new Num(3), x)), new Pow(new Num(2), new Num(10)))) + " | " + simplify(new Add(x, x)));
        Tree<Integer> tree = new Leaf<>();
        for (int i = 0; i < 200; i++) tree = insert(tree, i * 37 % 200);
        List<Integer> sorted = new ArrayList<>();
        walk(tree, sorted);
        System.out.println(sorted.size() + " " + sorted.get(0) + ".." + sorted.get(199) + " height at most 15: " + (height(tree) <= 15) + " " + height(tree));
        Tree<String> words = new Leaf<>();
        for (String w : "the quick brown fox jumps over the lazy dog".split(" ")) words = insert(words, w);
        List<String> ordered = new ArrayList<>();
        walk(words, ordered);
        System.out.println(ordered);
    }
}
