// run: min=17
import java.lang.reflect.*;
import java.util.*;

/** Reflection on fields, methods, constructors and arrays: listing, reading, writing, invoking, access checks, exceptions. */
public class ReflectMembers {
    public static class Base {
        protected int inherited = 1;
        public static String shared = "shared";
        public void baseMethod() { }
        protected Object covariant() { return "base"; }
    }

    public static final class Sample extends Base implements Comparable<Sample>, Runnable {
        public boolean z = true; public byte b = 1; public short s = 2; public char c = 'c'; public int i = 4; public long l = 5; public float f = 6.5f; public double d = 7.5;
        public String text = "text";
        private final int secret;
        private static final String CONSTANT = "constant";
        private static int counter = 10;
        transient volatile int odd;
        int[][] grid = {{1}, {2, 3}};

        public Sample() { this(42); }
        private Sample(int secret) { this.secret = secret; }
        protected Sample(String text, int... numbers) throws java.io.IOException { this(numbers.length); if (text == null) throw new java.io.IOException("no text"); this.text = text; }

        public int compareTo(Sample o) { return Integer.compare(secret, o.secret); }
        public synchronized void run() { counter++; }
        public final int add(int a, long b, double c) { return (int) (a + b + c); }
        private String hidden(String s) { return s + secret; }
        public static int sum(int... n) { return Arrays.stream(n).sum(); }
        static void fail(String message) throws Exception { throw new Exception(message); }
        @Override protected String covariant() { return "sample"; }
        public boolean flag(boolean z, char c, byte b, short s, float f) { return z && c == 'x' && b == 1 && s == 2 && f == 3; }
        public <T extends Number & Comparable<T>> List<? super T> generic(Map<String, T[]> m, T t) { return null; }
        native int nothing();
    }

    abstract static class Shape { abstract double area(); protected Shape() { } }
    interface Greeter { default String greet() { return "hi from " + name(); } String name(); static int version() { return 3; } private int hide() { return 4; } }
    class InnerOne { InnerOne(int x) { } }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + ": target threw " + e.getCause() + " message " + e.getMessage());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Exception {
        Class<Sample> type = Sample.class;
        System.out.println(Modifier.toString(type.getModifiers()) + " " + type.getSuperclass().getSimpleName() + " " + Arrays.toString(type.getInterfaces()) + " " + type.getPackageName().isEmpty() + " " + type.getTypeName() + " " + type.toGenericString() + " " + type.descriptorString());
        for (Field f : type.getDeclaredFields()) System.out.println("  " + f + " | " + f.toGenericString() + " | " + f.getName() + " " + f.getType() + " " + f.getModifiers());
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparing(Constructor::toString));
        for (Constructor<?> k : constructors) System.out.println("  " + k + " | " + k.getParameterCount() + " " + k.isVarArgs() + Arrays.toString(k.getExceptionTypes()));
        List<String> methods = new ArrayList<>();
        for (Method m : type.getDeclaredMethods()) methods.add(m + " | " + m.toGenericString() + " " + m.isVarArgs() + m.isBridge() + m.isDefault());
        Collections.sort(methods);
        for (String m : methods) System.out.println("  " + m);
        System.out.println(Arrays.stream(type.getFields()).map(Field::getName).sorted().toList() + " " + Arrays.stream(type.getMethods()).map(Method::getName).distinct().sorted().toList());

        Sample sample = new Sample();
        long sum = 0;
        for (Field f : type.getFields()) {
            if (Modifier.isStatic(f.getModifiers())) continue;
            Object before = f.get(sample);
            if (f.getType() == int.class) f.setInt(sample, 40);
            else if (f.getType() == byte.class) f.setByte(sample, (byte) 10);
            else if (f.getType() == long.class) f.setInt(sample, 50);
            else if (f.getType() == double.class) f.setFloat(sample, 70.5f);
            else if (f.getType() == float.class) f.setLong(sample, 60);
            else if (f.getType() == char.class) f.setChar(sample, 'C');
            else if (f.getType() == short.class) f.setByte(sample, (byte) 20);
            else if (f.getType() == boolean.class) f.setBoolean(sample, false);
            else f.set(sample, "changed");
            System.out.print(f.getName() + ":" + before + "->" + f.get(sample) + " ");
            if (f.getType().isPrimitive() && f.getType() != boolean.class) sum += (long) f.getDouble(sample);
        }
        System.out.println(sum);
        Field secret = type.getDeclaredField("secret"), counter = type.getDeclaredField("counter"), constant = type.getDeclaredField("CONSTANT");
        System.out.println(secret.getInt(sample) + " " + constant.get(null) + " " + counter.canAccess(null) + " " + counter.getInt(null));
        counter.setInt("ignored", 77);
        System.out.println(Sample.counter);
        attempt("set a final field", () -> { secret.setInt(sample, 1); return sample.secret; });
        attempt("set a final field made accessible", () -> { secret.setAccessible(true); secret.setInt(sample, 99); return secret.get(sample); });
        attempt("set a static final field", () -> { constant.setAccessible(true); constant.set(null, "x"); return 0; });
        attempt("wrong type", () -> { type.getField("text").set(sample, 5); return 0; });
        attempt("wrong primitive", () -> { type.getField("i").set(sample, 5L); return 0; });
        attempt("narrow get", () -> type.getField("l").getInt(sample));
        attempt("null to primitive", () -> { type.getField("i").set(sample, null); return 0; });
        attempt("wrong receiver", () -> type.getField("i").get(new Base()));
        attempt("null receiver", () -> type.getField("i").get(null) == null);
        attempt("no field", () -> type.getField("secret"));
        attempt("no declared field", () -> type.getDeclaredField("inherited"));
        attempt("foreign private", () -> String.class.getDeclaredField("hash").getInt("x"));
        attempt("foreign private opened", () -> { Field f = String.class.getDeclaredField("hash"); f.setAccessible(true); return 0; });

        Method add = type.getMethod("add", int.class, long.class, double.class), hidden = type.getDeclaredMethod("hidden", String.class), fail = type.getDeclaredMethod("fail", String.class), varargs = type.getMethod("sum", int[].class);
        attempt("add", () -> add.invoke(sample, 1, 2L, 3.9));
        attempt("add widened", () -> add.invoke(sample, (short) 1, 'a', 2f));
        attempt("hidden", () -> hidden.invoke(sample, "s"));
        attempt("varargs", () -> varargs.invoke(null, new int[] {1, 2, 3}));
        attempt("varargs loose", () -> varargs.invoke(null, 1, 2));
        attempt("flag", () -> type.getMethod("flag", boolean.class, char.class, byte.class, short.class, float.class).invoke(sample, true, 'x', (byte) 1, (short) 2, 3f));
        attempt("virtual through base", () -> Base.class.getDeclaredMethod("covariant").invoke(sample));
        attempt("void", () -> { type.getMethod("run").invoke(sample); return Sample.counter; });
        attempt("target exception", () -> fail.invoke(null, "boom"));
        attempt("too few", () -> add.invoke(sample, 1));
        attempt("mismatch", () -> add.invoke(sample, "1", 2L, 3.0));
        attempt("null argument", () -> { try { return add.invoke(sample, null, 2L, 3.0); } catch (IllegalArgumentException e) { return "IllegalArgumentException"; } });
        attempt("wrong object", () -> add.invoke("s", 1, 2L, 3.0));
        attempt("null object", () -> { try { return add.invoke(null, 1, 2L, 3.0); } catch (NullPointerException e) { return "NullPointerException"; } });
        attempt("no method", () -> type.getMethod("hidden", String.class));
        attempt("no overload", () -> type.getMethod("add", int.class));
        attempt("object method on interface", () -> Runnable.class.getMethod("toString"));
        attempt("default", () -> Greeter.class.getMethod("greet").invoke(new Greeter() { public String name() { return "anon"; } }));
        attempt("static of interface", () -> Greeter.class.getMethod("version").invoke(null));
        attempt("private of interface", () -> Greeter.class.getDeclaredMethod("hide").invoke((Greeter) () -> "x"));
        attempt("constructor", () -> type.getDeclaredConstructor(int.class).newInstance(5).secret);
        attempt("varargs constructor", () -> type.getDeclaredConstructor(String.class, int[].class).newInstance("t", new int[3]).secret);
        attempt("constructor throws", () -> type.getDeclaredConstructor(String.class, int[].class).newInstance(null, new int[0]));
        attempt("abstract", () -> Shape.class.getDeclaredConstructor().newInstance());
        attempt("interface", () -> Greeter.class.getDeclaredConstructor().newInstance());
        attempt("inner", () -> InnerOne.class.getDeclaredConstructor(ReflectMembers.class, int.class).newInstance(new ReflectMembers(), 3).getClass().getSimpleName());
        attempt("enum", () -> Thread.State.class.getDeclaredConstructors()[0].newInstance("X", 9));
        attempt("string constructor", () -> String.class.getConstructor(char[].class, int.class, int.class).newInstance(new char[] {'a', 'b', 'c'}, 1, 2));
        attempt("native without library", () -> { try { return type.getDeclaredMethod("nothing").invoke(sample); } catch (InvocationTargetException e) { return e.getCause().getClass().getSimpleName(); } });

        Object ints = Array.newInstance(int.class, 3), cube = Array.newInstance(String.class, 2, 3), rows = Array.newInstance(long[].class, 2);
        Array.setInt(ints, 0, 5);
        Array.set(ints, 1, (short) 6);
        Array.setByte(ints, 2, (byte) 7);
        ((String[][]) cube)[1][2] = "set";
        System.out.println(Arrays.toString((int[]) ints) + Array.getLength(cube) + Arrays.deepToString((Object[]) cube) + rows.getClass() + Array.getLong(ints, 0) + Array.get(ints, 1) + Array.getDouble(ints, 2));
        attempt("array bounds", () -> Array.get(ints, 3));
        attempt("array type", () -> { Array.set(ints, 0, "s"); return 0; });
        attempt("narrow array", () -> { Array.setLong(ints, 0, 1L); return 0; });
        attempt("not an array", () -> Array.getLength("s"));
        attempt("void array", () -> Array.newInstance(void.class, 1));
        attempt("array of negative", () -> Array.newInstance(int.class, -1));
        System.out.println(int.class + " " + int[].class + " " + void.class.getName() + " " + String[].class.getTypeName() + " " + Class.forName("[[I") + " " + Class.forName("[Ljava.lang.String;").getSimpleName() + " " + int[].class.arrayType() + " " + Integer.class.isAssignableFrom(int.class)
            + Number.class.isAssignableFrom(Integer.class) + " " + Object.class.getSuperclass() + " " + Runnable.class.getSuperclass() + " " + int.class.getModifiers() + " " + Modifier.toString(int[].class.getModifiers()) + " " + type.getDeclaringClass() + " " + Arrays.stream(ReflectMembers.class.getDeclaredClasses()).map(Class::getSimpleName).sorted().toList());
        Method m = type.getMethod("compareTo", Sample.class);
        System.out.println(m.equals(type.getMethod("compareTo", Sample.class)) + " " + (m == type.getMethod("compareTo", Sample.class)) + " " + m.hashCode() + " " + m.getDeclaringClass().getSimpleName() + " " + Arrays.toString(m.getParameters()));
        int total = 0;
        for (int k = 0; k < 300; k++) total += (int) add.invoke(sample, k, 1L, 0.5);
        System.out.println("total " + total);
    }
}
