// run: min=17
/** The order of class and instance initialization (JLS 12.4 and 12.5): what triggers it and what does not. */
public class InitOrder {
    static int log(String what) {
        System.out.println("  " + what);
        return what.length();
    }

    static void step(String what) {
        System.out.println(what);
    }

    static class Top {
        static final int COMPILED = 10;
        static final String TEXT = "compiled " + COMPILED;
        static final Integer BOXED = log("Top.BOXED");
        static int field = log("Top.field");
        static { log("Top static block, later is " + Late.later()); }
        int instance = log("Top instance field");
        { log("Top instance block"); }
        Top() { log("Top constructor"); hook(); }
        void hook() { log("Top hook"); }
        static void hello() { log("Top.hello"); }
    }

    static class Late {
        static int value = 5;
        static { log("Late"); }
        static int later() { return value; }
    }

    interface Plain { int P = log("Plain.P"); void nothing(); }
    interface WithDefault { int D = log("WithDefault.D"); default void something() { } }
    interface SubDefault extends Plain, WithDefault { int S = log("SubDefault.S"); default void more() { } }
    interface WithStatic { int T = log("WithStatic.T"); static int get() { return 1; } int CONST = 99; }

    static class Bottom extends Top implements SubDefault, WithStatic {
        static { log("Bottom static block"); }
        final int initialized = log("Bottom final field");
        final String constant = "const";
        int plain = 7;
        String late;
        { log("Bottom instance block, plain " + plain); late = "set"; }
        Bottom() { this(log("Bottom argument")); log("Bottom() " + late); }
        Bottom(int n) { super(); log("Bottom(int) " + n); }
        @Override void hook() { log("Bottom hook: plain " + plain + " late " + late + " final " + initialized + " constant " + constant); }
        public void nothing() { }
    }

    static class A {
        static int a = B.b + 1;
        static { log("A with a = " + a); }
    }

    static class B {
        static int b = A.a + 1;
        static { log("B with b = " + b); }
    }

    static class Arrays {
        static { log("Arrays must not be initialized by new Arrays[1]"); }
        static int x = 3;
    }

    static class Generic<T> {
        static { log("Generic"); }
    }

    static class Forward {
        static int first = second();
        static int value = 42;
        static final int constant = 43;
        static int second() { return value + constant; }
        static int third = second();
    }

    static class Singleton {
        static final Singleton INSTANCE = new Singleton();
        static int counter = 10;
        int seen;
        Singleton() { seen = counter; counter = 20; }
    }

    enum Level {
        LOW, HIGH { @Override int weight() { return 2; } };
        static final java.util.List<String> NAMES = new java.util.ArrayList<>();
        static { for (Level l : values()) NAMES.add(l.name()); log("Level static block " + NAMES); }
        Level() { log("Level constructor " + name()); }
        int weight() { return 1; }
    }

    static class Holder {
        static { log("Holder"); }
        static final Object LAZY = new Object();
        static class Nested {
            static { log("Nested, without Holder"); }
            static int n = 1;
        }
    }

    static class Reflected {
        static final int CONST = 5;
        static { log("Reflected"); }
        int f;
    }

    public static void main(String[] args) throws Exception {
        step("constants");
        log(Top.COMPILED + Top.TEXT + WithStatic.CONST + Bottom.COMPILED);
        step("class literal and instanceof");
        log(Top.class.getSimpleName() + (args instanceof Object) + Generic[].class.getSimpleName());
        step("array of a class");
        log("" + new Arrays[2].length + new Arrays[1][1].length);
        step("static method through the subclass initializes the declaring class only");
        Bottom.hello();
        step("static field of an interface");
        log("" + WithStatic.T);
        step("static method of an interface");
        log("" + WithStatic.get());
        step("first instance");
        new Bottom();
        step("second instance");
        new Bottom(3);
        step("interface without defaults, by its field");
        log("" + Bottom.P);
        step("cycle entered at A");
        log(A.a + " " + B.b);
        step("forward references");
        log(Forward.first + " " + Forward.third);
        step("singleton");
        log(Singleton.INSTANCE.seen + " " + Singleton.counter);
        step("enum");
        log("" + Level.HIGH.weight() + Level.LOW.weight());
        step("nested class");
        log("" + Holder.Nested.n);
        step("lambda mentioning a class");
        Runnable r = () -> log("" + Arrays.x);
        log("not yet");
        r.run();
        step("method reference");
        java.util.function.Supplier<Holder> s = Holder::new;
        log("made");
        s.get();
        step("null typed as a class");
        Generic<String> none = null;
        log("" + none);
        new Generic<>();
        step("reflection");
        Class<?> c = Class.forName("InitOrder$Reflected", false, InitOrder.class.getClassLoader());
        log("loaded " + c.getDeclaredFields().length + c.getDeclaredConstructors().length);
        log("constant " + c.getDeclaredField("CONST").getModifiers());
        log("read " + c.getDeclaredField("CONST").get(null));
        Class.forName("InitOrder$Reflected");
        log("done");
    }
}
