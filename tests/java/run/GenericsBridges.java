// run: min=17
import java.util.*;
import java.util.function.*;

/** Generics after erasure: bridges, covariant returns, wildcards, bounded types, varargs, overload resolution. */
public class GenericsBridges {
    interface Source<T> { T next(); default Source<T> self() { return this; } }
    static class Numbers implements Source<Integer> {
        int n;
        public Integer next() { return n++; }
        @Override public Numbers self() { return this; }
    }

    abstract static class Animal<S extends Animal<S>> implements Comparable<S> {
        int weight;
        @SuppressWarnings("unchecked") S weigh(int w) { weight = w; return (S) this; }
        public int compareTo(S other) { return Integer.compare(weight, other.weight); }
    }
    static class Dog extends Animal<Dog> { String name = "dog"; Dog call(String n) { name = n; return this; } }

    static class Base { Object get() { return "base"; } void set(Object o) { System.out.println("base set " + o); } protected Number num(List<? extends Number> l) { return l.size(); } }
    static class Derived extends Base {
        @Override String get() { return "derived after " + super.get(); }
        void set(String s) { System.out.println("derived overload " + s); }
        @Override public Integer num(List<? extends Number> l) { return l.get(0).intValue(); }
    }

    static class Cell<T> {
        private T value;
        Cell(T value) { this.value = value; }
        T get() { return value; }
        void set(T t) { value = t; }
        <R> Cell<R> map(Function<? super T, ? extends R> f) { return new Cell<>(f.apply(value)); }
    }
    static class StringCell extends Cell<String> {
        StringCell(String s) { super(s); }
        @Override void set(String s) { super.set("[" + s + "]"); }
        @Override String get() { return super.get() + "!"; }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> items) {
        Iterator<? extends T> it = items.iterator();
        T best = it.next();
        while (it.hasNext()) { T t = it.next(); if (t.compareTo(best) > 0) best = t; }
        return best;
    }

    static <K, V extends Comparable<V>> List<K> keysByValue(Map<K, V> map) {
        List<Map.Entry<K, V>> entries = new ArrayList<>(map.entrySet());
        entries.sort(Map.Entry.<K, V>comparingByValue().thenComparing(e -> e.getKey().toString()));
        List<K> keys = new ArrayList<>();
        for (Map.Entry<K, V> e : entries) keys.add(e.getKey());
        return keys;
    }

    static <T extends Number & Comparable<T>> String both(T a, T b) { return a.intValue() + " " + a.compareTo(b); }
    static void copy(List<? super Integer> to, List<? extends Integer> from) { to.addAll(from); }
    static <T> void swap(List<T> l, int i, int j) { T t = l.get(i); l.set(i, l.get(j)); l.set(j, t); }
    static void swapAny(List<?> l) { swap(l, 0, l.size() - 1); }

    static String over(int... a) { return "int..." + a.length; }
    static String over(Integer a) { return "Integer"; }
    static String over(long a) { return "long"; }
    static String over(Object a) { return "Object"; }
    static String over(Object... a) { return "Object..." + (a == null ? "null" : a.length); }
    static String over(double a) { return "double"; }
    static String pick(char a, Number... rest) { return "char+" + rest.length; }
    static String pick(int... a) { return "ints" + a.length; }

    @SafeVarargs static <T> List<T> listOf(T... items) { return new ArrayList<>(Arrays.asList(items)); }
    @SafeVarargs static <T> T[] arrayOf(T... items) { return items; }
    static int sum(int first, int... rest) { int s = first; for (int r : rest) s += r; return s; }
    static String join(String sep, Object... parts) { StringJoiner j = new StringJoiner(sep, "<", ">"); for (Object p : parts) j.add(String.valueOf(p)); return j.toString(); }

    static class Counter<E> implements Iterable<E> {
        private final Map<E, Integer> counts = new TreeMap<>();
        final Counter<E> add(E e) { counts.merge(e, 1, Integer::sum); return this; }
        public Iterator<E> iterator() { return counts.keySet().iterator(); }
        <X extends Throwable> void check(E e, Supplier<? extends X> problem) throws X { if (!counts.containsKey(e)) throw problem.get(); }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Source<Integer> source = new Numbers();
        System.out.println(source.next() + source.self().next() + " " + new Numbers().self().n);
        Dog a = new Dog().weigh(20).call("rex"), b = new Dog().call("fido").weigh(5);
        System.out.println(a.compareTo(b) + " " + max(List.of(a, b)).name + " " + ((Animal) b).weigh(30).weight + " " + max(Arrays.asList(a, b)).name);
        try {
            ((Comparable) a).compareTo("not a dog");
        } catch (ClassCastException e) {
            System.out.println("compareTo bridge: " + e.getMessage().split(" \\(")[0]);
        }
        Base base = new Derived();
        base.set("s");
        ((Derived) base).set("s");
        System.out.println(base.get() + " " + base.num(List.of(2.5, 1)));
        Cell<String> cell = new StringCell("x");
        cell.set("y");
        System.out.println(cell.get() + " " + cell.map(String::length).map(n -> n * 1.5).get());
        try {
            ((Cell) cell).set(5);
        } catch (ClassCastException e) {
            System.out.println("set bridge: " + e.getMessage().split(" \\(")[0]);
        }
        Cell<Integer> polluted = new Cell<>(1);
        ((Cell) polluted).set("text");
        Object asObject = polluted.get();
        System.out.println("polluted " + asObject);
        try {
            int n = polluted.get();
        } catch (ClassCastException e) {
            System.out.println("unboxing: " + e.getMessage().split(" \\(")[0]);
        }
        System.out.println(keysByValue(Map.of("a", 3, "b", 1, "c", 2)) + " " + both(3, 4) + " " + both(2.5, 1.5));
        List<Number> numbers = new ArrayList<>(List.of(0.5));
        copy(numbers, List.of(1, 2));
        swapAny(numbers);
        System.out.println(numbers);

        byte small = 1;
        Integer boxed = 1;
        System.out.println(over(1) + " " + over(small) + " " + over(boxed) + " " + over('c') + " " + over(1L) + " " + over(1f) + " " + over("s") + " " + over(1, "x")
            + " " + over("a", "b") + " " + over((Object) null) + " " + over(new int[3]) + " " + over((Object[]) new String[] {"x", "y"}) + pick() + pick(1, 2) + pick('c', 2.5) + " " + over((Object) new String[2]));
        System.out.println(listOf() + " " + listOf(1, "a", 'c', null) + " " + arrayOf("a", "b").getClass().getSimpleName() + " " + arrayOf(1, 2).getClass().getSimpleName()
            + " " + arrayOf().getClass().getSimpleName() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(1, new int[] {5, 6}) + " " + join("-") + join("-", 1, 'x', null) + join("-", (Object[]) args));
        Counter<String> counter = new Counter<String>().add("q").add("p").add("q");
        for (String s : counter) System.out.print(s + counter.counts.get(s) + " ");
        try {
            counter.check("q", IllegalStateException::new);
            counter.check("z", () -> new java.io.IOException("no z"));
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        for (Class<?> c : new Class<?>[] {Numbers.class, Dog.class, StringCell.class, Derived.class, Animal.class}) {
            List<String> methods = new ArrayList<>();
            for (var m : c.getDeclaredMethods()) methods.add((m.isBridge() ? "bridge " : "") + (m.isSynthetic() ? "synthetic " : "") + m.getReturnType().getSimpleName() + " "
                + m.getName() + Arrays.toString(Arrays.stream(m.getParameterTypes()).map(Class::getSimpleName).toArray()));
            Collections.sort(methods);
            System.out.println(c.getSimpleName() + ": " + methods);
        }
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        Function<Integer, Function<Integer, Integer>> curried = x -> y -> add.apply(x, y);
        UnaryOperator<Function<Integer, Integer>> twice = f -> f.compose(f);
        System.out.println(curried.apply(3).apply(4) + " " + twice.apply(twice.apply(curried.apply(5))).apply(0));
        Map<String, ? extends Collection<? super Integer>> wild = Map.of("k", new ArrayDeque<Number>(List.of(1.5)));
        wild.get("k").add(3);
        System.out.println(wild + " " + (wild.get("k") instanceof Deque<?>));
    }
}
