// run: min=17
import java.util.ArrayList;
import java.util.List;

/** Interfaces: default, static and private methods, diamond resolution, super calls, abstract re-declaration, class wins. */
public class InterfaceDefaults {
    interface A {
        default String who() { return "A"; }
        default String chain() { return "A.chain(" + helper(1) + ")"; }
        private String helper(int n) { return "private " + n + who(); }
        static String util() { return "A.util"; }
        private static String secret() { return "secret"; }
        static String open() { return secret() + "!"; }
    }

    interface B extends A {
        @Override default String who() { return "B" + A.super.who(); }
    }

    interface C extends A {
        default String extra() { return "C.extra " + who(); }
    }

    interface D extends A {
        @Override String who();
    }

    static class FromBC implements B, C { }

    static class Both implements B, Other {
        @Override public String who() { return B.super.who() + "+" + Other.super.who(); }
    }

    interface Other { default String who() { return "Other"; } }

    static class Base { public String who() { return "Base"; } }
    static class ClassWins extends Base implements B { }
    static class Redeclared implements D { @Override public String who() { return "Redeclared"; } }
    abstract static class Abstract implements A { @Override public abstract String who(); }
    static class Concrete extends Abstract { @Override public String who() { return "Concrete"; } @Override public String chain() { return "<" + super.chain() + ">"; } }

    interface Stack2<T> extends Iterable<T> {
        void push(T t);
        T pop();
        boolean isEmpty();
        default T peek() { T t = pop(); push(t); return t; }
        default void pushAll(Iterable<? extends T> items) { for (T t : items) push(t); }
        default int drain() { int n = 0; while (!isEmpty()) { pop(); n++; } return n; }
        static <T> Stack2<T> create() {
            return new Stack2<>() {
                private final List<T> items = new ArrayList<>();
                public void push(T t) { items.add(t); }
                public T pop() { return items.remove(items.size() - 1); }
                public boolean isEmpty() { return items.isEmpty(); }
                public java.util.Iterator<T> iterator() { return items.iterator(); }
            };
        }
    }

    @FunctionalInterface
    interface Visitor<R> {
        R visit(int n);
        default Visitor<R> twice() { return n -> { visit(n); return visit(n + 1); }; }
        @Override boolean equals(Object o);
    }

    interface Constants { int X = 1; int[] SHARED = {1, 2, 3}; }
    interface Constants2 { int X = 2; }
    static class UsesConstants implements Constants, Constants2 {
        int sum() { return Constants.X * 10 + Constants2.X + SHARED.length; }
    }

    interface Animal { String sound(); default String speak() { return getClass().getSimpleName() + " says " + sound(); } }
    static class Cat implements Animal { public String sound() { return "meow"; } }
    static class Kitten extends Cat { @Override public String sound() { return super.sound() + "?"; } }

    interface Measured<T> { int measureTo(T other); }

    interface Shape extends Measured<Shape> {
        double area();
        default int measureTo(Shape other) { return Double.compare(area(), other.area()); }
        default String describe() { return String.format(java.util.Locale.ROOT, "%s of %.2f", name(), area()); }
        private String name() { return this instanceof Square ? "square" : "shape"; }
    }
    record Square(double side) implements Shape { public double area() { return side * side; } }
    record Disc(double r) implements Shape { public double area() { return Math.PI * r * r; } @Override public String describe() { return "round " + Shape.super.describe(); } }
    enum Unit implements Shape { ONE, FOUR { @Override public double area() { return 4; } }; public double area() { return 1; } }

    /** The deep chain: the most specific default has to be found over several levels. */
    interface L1 { default String level() { return "1"; } }
    interface L2 extends L1 { }
    interface L3 extends L2 { default String level() { return "3" + L2.super.level(); } }
    interface L4 extends L1, L3 { }
    interface L5 extends L1 { default String level() { return "5" + L1.super.level(); } }
    static class Deep implements L2, L4, L1 { }
    static class Deeper extends Deep implements L5 { @Override public String level() { return "d" + super.level() + L5.super.level(); } }

    public static void main(String[] args) {
        System.out.println(new FromBC().who() + " " + new FromBC().extra() + " " + new FromBC().chain());
        System.out.println(new Both().who() + " " + new Both().chain());
        System.out.println(new ClassWins().who() + " " + new ClassWins().chain());
        System.out.println(new Redeclared().who() + " " + new Redeclared().chain());
        A concrete = new Concrete();
        System.out.println(concrete.who() + " " + concrete.chain() + " " + A.util() + " " + A.open());
        System.out.println(new Deep().level() + " " + new Deeper().level() + " " + ((L1) new Deeper()).level());

        Stack2<String> stack = Stack2.create();
        stack.pushAll(List.of("x", "y", "z"));
        stack.push("w");
        StringBuilder seen = new StringBuilder();
        stack.forEach(seen::append);
        System.out.println(stack.peek() + stack.pop() + stack.peek() + " " + seen + " " + stack.drain() + " " + stack.isEmpty());

        List<Integer> visited = new ArrayList<>();
        Visitor<String> visitor = n -> { visited.add(n); return "v" + n; };
        System.out.println(visitor.twice().twice().visit(10) + " " + visited);
        System.out.println(new UsesConstants().sum() + " " + UsesConstants.SHARED[2]);
        for (Animal a : new Animal[] {new Cat(), new Kitten(), () -> "lambda sound"}) {
            System.out.println(a instanceof Cat ? a.speak() : a.sound());
        }
        List<Shape> shapes = new ArrayList<>(List.of(new Square(3), new Disc(1), Unit.ONE, Unit.FOUR, new Square(1.5)));
        shapes.sort(Shape::measureTo);
        for (Shape s : shapes) System.out.println(s.describe() + " " + s);
        System.out.println(new Square(2).measureTo(Unit.FOUR) + " " + Unit.FOUR.describe() + " " + ((Shape) Unit.ONE).measureTo(new Square(1)));

        // one call site, many receivers: the method tables must agree
        A[] receivers = {new FromBC(), new Both(), new ClassWins(), new Redeclared(), concrete, new A() { }, new C() { @Override public String who() { return "anonymous"; } }};
        int total = 0;
        for (int i = 0; i < 700; i++) total = total * 31 + receivers[i % receivers.length].who().hashCode();
        System.out.println(total);
        Object both = new Both();
        System.out.println((both instanceof A) + " " + (both instanceof C) + " " + A.class.isInstance(both) + " " + L1.class.isAssignableFrom(Deeper.class));
        try {
            C c = (C) both;
            System.out.println(c);
        } catch (ClassCastException e) {
            System.out.println("not a C");
        }
        Measured<Object> raw = uncheck(Unit.ONE);
        try {
            raw.measureTo("text");
        } catch (ClassCastException e) {
            System.out.println("bridge checks its argument");
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T uncheck(Object o) { return (T) o; }
}
