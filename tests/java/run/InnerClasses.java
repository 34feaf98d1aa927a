// run: min=17
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Inner, local, anonymous and nested classes: captures, outer instances, shadowing, nest-mate private access. */
public class InnerClasses {
    private int secret = 1;
    private static int shared = 100;
    private final String name;

    InnerClasses(String name) { this.name = name; }

    private int bump(int by) { secret += by; return secret; }
    private static int bumpShared() { return ++shared; }

    class Inner {
        private int secret = 10;
        int sum() { return secret + InnerClasses.this.secret; }
        private void poke() { InnerClasses.this.secret++; secret += 5; bump(1000); }

        class Deeper {
            private long secret = 100;
            String path() { return name + ":" + InnerClasses.this.secret + "/" + Inner.this.secret + "/" + this.secret + "/" + sum(); }
        }
    }

    class SubInner extends Inner {
        @Override int sum() { return -super.sum(); }
    }

    static class Nested {
        private int hidden = 7;
        private static String quiet(int n) { return "quiet" + n; }
        private Nested() { }
        private Nested(int hidden) { this.hidden = hidden; }
    }

    static class Foreign extends Inner {
        Foreign(InnerClasses outer) { outer.super(); }
    }

    class Ring implements Iterable<Integer> {
        final int size;
        Ring(int size) { this.size = size; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = 0;
                public boolean hasNext() { return at < size; }
                public Integer next() { return at++ * secret; }
            };
        }
    }

    Supplier<String> capture(final int a, long b, String c, double[] d) {
        int local = a * 2;
        class Local implements Supplier<String> {
            int calls;
            final String prefix;
            Local(String prefix) { this.prefix = prefix; }
            public String get() {
                calls++;
                return prefix + a + b + c + d[0] + local + name + calls + again();
            }
            String again() { return calls < 3 ? new Local(prefix + ">").nested() : ""; }
            String nested() { return "[" + prefix + local + "]"; }
        }
        Local first = new Local("p");
        return a > 0 ? first : new Local("q") {
            @Override public String get() { return "anonymous " + super.get() + a; }
        };
    }

    static List<IntSupplier> counters() {
        List<IntSupplier> out = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int[] box = {i * 10};
            int copy = i;
            out.add(new IntSupplier() {
                private int own = copy;
                { own += 100; }
                public int getAsInt() { return own++ + box[0]++; }
            });
        }
        return out;
    }

    private interface Hidden { int get(); }
    private record Pair(int a, int b) { private int product() { return a * b; } }
    private enum Mode { ON { private int x = 5; @Override int get() { return x + secretOf(); } }; abstract int get(); static int secretOf() { return shared; } }

    static abstract class Template {
        final String made = "T" + build();
        abstract String build();
    }

    static String template(int captured) {
        return new Template() {
            final int own = 9;
            int late = 5;
            String build() { return captured + "," + own + "," + late; }
        }.made;
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses("one"), second = new InnerClasses("two");
        Inner inner = outer.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        inner.poke();
        System.out.println(inner.sum() + " " + deeper.path() + " " + inner.secret + " " + deeper.secret + " " + outer.secret);
        second.secret = 50;
        Inner sub = second.new SubInner();
        System.out.println(sub.sum() + " " + sub.new Deeper().path() + " " + new Foreign(second).sum());
        outer.bump(2);
        System.out.println(second.bump(-3) + " " + bumpShared() + " " + (shared += 5) + " " + shared++ + " " + --outer.secret + " " + (second.secret *= 2));
        Nested nested = new Nested();
        nested.hidden <<= 3;
        System.out.println(nested.hidden + " " + new Nested(4).hidden-- + " " + Nested.quiet(3));
        int sum = 0;
        for (int v : outer.new Ring(5)) sum += v;
        System.out.println("ring " + sum);
        Supplier<String> s = outer.capture(1, 2L, "c", new double[] {4.5});
        System.out.println(s.get() + " " + s.get() + " " + s.get());
        System.out.println(outer.capture(-1, -2L, null, new double[] {0}).get());
        StringBuilder text = new StringBuilder();
        List<IntSupplier> counters = counters();
        for (int round = 0; round < 3; round++) for (IntSupplier c : counters) text.append(c.getAsInt()).append(' ');
        System.out.println(text);
        Hidden hidden = () -> outer.secret + Pair.class.getSimpleName().length();
        System.out.println(hidden.get() + " " + new Pair(6, 7).product() + " " + new Pair(6, 7).a + " " + Mode.ON.get());
        System.out.println(template(3));
        Runnable r = new Runnable() {
            int depth = 0;
            public void run() {
                if (depth++ < 3) {
                    Runnable self = this;
                    new Object() { void go() { self.run(); System.out.println("unwinding " + depth); } }.go();
                }
            }
        };
        r.run();
        try {
            InnerClasses none = null;
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("no outer instance");
        }
        var fluent = new Object() { int x = 3; int twice() { return x * 2; } };
        fluent.x = 21;
        System.out.println(fluent.twice());
        Object o = new Object() { @Override public String toString() { return "anonymous of " + getClass().getEnclosingMethod().getName(); } };
        System.out.println(o);
        class LocalInMain { }
        record LocalRecord(int x) { static int made = 3; }
        enum LocalEnum { A, B }
        interface LocalInterface { default int f() { return 5; } }
        for (Class<?> c : new Class<?>[] {Inner.class, Inner.Deeper.class, Nested.class, o.getClass(), LocalInMain.class, LocalRecord.class, LocalEnum.class,
                LocalInterface.class, Pair.class, int.class, InnerClasses.class, Mode.ON.getClass()}) {
            System.out.println(c.getName() + " '" + c.getSimpleName() + "' member " + c.isMemberClass() + " local " + c.isLocalClass() + " anonymous " + c.isAnonymousClass()
                + " in " + (c.getEnclosingClass() == null ? null : c.getEnclosingClass().getSimpleName()) + " host " + c.getNestHost().getSimpleName()
                + " mods " + c.getModifiers() + " canonical " + c.getCanonicalName());
        }
        System.out.println(Inner.class.isNestmateOf(Pair.class) + " " + Inner.class.isNestmateOf(String.class) + " " + new LocalRecord(LocalRecord.made) + LocalEnum.B.ordinal()
            + new LocalInterface() { }.f());
    }
}
