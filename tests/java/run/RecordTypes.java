// run: min=17
import java.lang.reflect.RecordComponent;
import java.util.*;
import java.util.stream.Collectors;

/** Records: the generated members, compact constructors, generics, nesting, arrays and floating fields, sealed hierarchies of them. */
public class RecordTypes {
    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);
        static int made;
        Point { made++; }
        Point(int both) { this(both, both); }
        double distance(Point o) { return Math.hypot(x - o.x, y - o.y); }
        public int compareTo(Point o) { return Comparator.comparingInt(Point::x).thenComparingInt(Point::y).compare(this, o); }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) throw new IllegalArgumentException("low " + low + " above high " + high);
            low = Math.max(low, 0);
        }
        Range withHigh(int high) { return new Range(low, high); }
    }

    record Every(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o) { }
    record Floating(float f, double d) { }
    record Empty() { }
    record Named(String name) {
        @Override public String name() { return name == null ? "anonymous" : name.toUpperCase(Locale.ROOT); }
        @Override public boolean equals(Object o) { return o instanceof Named n && name().equals(n.name()); }
        @Override public int hashCode() { return name().length(); }
    }
    record WithArray(int[] numbers, String... words) {
        WithArray { numbers = numbers.clone(); }
        @Override public String toString() { return Arrays.toString(numbers) + Arrays.toString(words); }
    }
    record Pair<A, B extends Comparable<B>>(A first, B second) {
        static <T extends Comparable<T>> Pair<T, T> twin(T t) { return new Pair<>(t, t); }
        <C extends Comparable<C>> Pair<A, C> with(C c) { return new Pair<>(first, c); }
    }
    record Tree(Tree left, int value, Tree right) {
        static Tree insert(Tree t, int v) {
            if (t == null) return new Tree(null, v, null);
            return v < t.value ? new Tree(insert(t.left, v), t.value, t.right) : new Tree(t.left, t.value, insert(t.right, v));
        }
        int sum() { return (left == null ? 0 : left.sum()) + value + (right == null ? 0 : right.sum()); }
    }

    sealed interface Expr permits Num, Add, Mul, Neg { }
    record Num(int value) implements Expr { }
    record Add(Expr a, Expr b) implements Expr { }
    record Mul(Expr a, Expr b) implements Expr { }
    record Neg(Expr e) implements Expr { }

    static int eval(Expr e) {
        if (e instanceof Num n) return n.value();
        if (e instanceof Add a) return eval(a.a()) + eval(a.b());
        if (e instanceof Mul m && eval(m.a()) == 0) return 0;
        if (e instanceof Mul m) return eval(m.a()) * eval(m.b());
        if (!(e instanceof Neg neg)) throw new AssertionError();
        return -eval(neg.e());
    }

    public static void main(String[] args) throws Exception {
        Point p = new Point(3, 4), q = new Point(3, 4), r = new Point(5);
        System.out.println(p + " " + p.equals(q) + " " + (p == q) + " " + p.equals(r) + " " + p.equals(null) + " " + p.equals("Point") + " " + p.hashCode() + " "
            + (p.hashCode() == q.hashCode()) + " " + p.distance(Point.ORIGIN) + " made " + Point.made + " " + p.x() + p.y);
        System.out.println(new TreeSet<>(List.of(r, p, Point.ORIGIN, new Point(3, -1))));
        System.out.println(new Range(-5, 5) + " " + new Range(1, 2).withHigh(9) + " " + new Range(1, 2).equals(new Range(1, 2)));
        try {
            new Range(3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Every every = new Every(true, (byte) -1, (short) 300, 'q', 1 << 20, 1L << 40, 1.5f, -2.25, "text", List.of(1));
        Every same = new Every(true, (byte) -1, (short) 300, 'q', 1 << 20, 1L << 40, 1.5f, -2.25, new String("text"), new ArrayList<>(List.of(1)));
        System.out.println(every + " " + every.equals(same) + " " + (every.hashCode() == same.hashCode()) + " " + every.hashCode());
        Every nulls = new Every(false, (byte) 0, (short) 0, 'z', 0, 0, 0, 0, null, null);
        System.out.println(nulls + " " + nulls.hashCode() + " " + nulls.equals(every) + " " + nulls.equals(new Every(false, (byte) 0, (short) 0, 'z', 0, 0, 0, 0, null, null)));
        System.out.println(new Floating(0f, 0.0).equals(new Floating(-0f, 0.0)) + " " + new Floating(Float.NaN, Double.NaN).equals(new Floating(Float.NaN, Double.NaN))
            + " " + new Floating(Float.NaN, -0.0) + " " + new Floating(1.1f, 1.1).hashCode());
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        System.out.println(new Named(null) + " " + new Named("x").equals(new Named("X")) + " " + new Named("abc").hashCode() + " " + new Named("abc").name() + " " + new Named("abc"));
        int[] numbers = {1, 2};
        WithArray w = new WithArray(numbers, "a", "b");
        numbers[0] = 99;
        System.out.println(w + " " + w.equals(new WithArray(numbers, "a", "b")) + " " + w.equals(w));
        Pair<String, Integer> pair = new Pair<>("k", 5);
        System.out.println(pair + " " + Pair.twin('c') + " " + pair.with(2.5) + " " + new Pair<>(pair, "deep") + " " + new Pair<>(null, null).hashCode());
        Tree tree = null;
        for (int v : new int[] {5, 2, 8, 1, 9, 3}) tree = Tree.insert(tree, v);
        System.out.println(tree + " " + tree.sum() + " " + tree.hashCode());
        Expr e = new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))));
        System.out.println(e + " = " + eval(e) + ", " + eval(new Mul(new Num(0), e)) + " " + e.equals(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))));

        Map<Pair<Integer, String>, Integer> map = new HashMap<>();
        for (int i = 0; i < 100; i++) map.merge(new Pair<>(i % 5, "k" + i % 3), 1, Integer::sum);
        System.out.println(map.size() + " " + map.get(new Pair<>(4, "k2")) + " " + new TreeMap<>(map.entrySet().stream().collect(Collectors.toMap(x -> x.getKey().toString(), Map.Entry::getValue))));

        for (RecordComponent c : Every.class.getRecordComponents()) {
            System.out.print(c.getName() + ":" + c.getType().getSimpleName() + "=" + c.getAccessor().invoke(every) + " ");
        }
        System.out.println();
        for (RecordComponent c : Pair.class.getRecordComponents()) System.out.print(c + " " + c.getGenericType() + "; ");
        System.out.println(Pair.class.isRecord() + " " + String.class.getRecordComponents() + " " + Empty.class.getRecordComponents().length
            + " " + Range.class.getDeclaredConstructor(int.class, int.class).newInstance(1, 5));
        try {
            var field = Point.class.getDeclaredField("x");
            field.setAccessible(true);
            field.set(p, 5);
        } catch (IllegalAccessException x) {
            System.out.println(x.getMessage());
        }
        record Local(String key, long count) {
            Local add(Local o) { return new Local(key, count + o.count); }
        }
        List<Local> locals = List.of(new Local("a", 1), new Local("b", 2), new Local("a", 3));
        TreeMap<String, Local> byKey = locals.stream().collect(Collectors.toMap(Local::key, x -> x, Local::add, TreeMap::new));
        System.out.println(byKey);
        System.out.println(Expr.class.isSealed() + " " + Arrays.stream(Expr.class.getPermittedSubclasses()).map(Class::getSimpleName).toList() + " "
            + Num.class.isSealed() + " " + java.lang.reflect.Modifier.toString(Num.class.getModifiers()) + " " + Num.class.getSuperclass().getName());
    }
}
