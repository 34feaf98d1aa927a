// run: min=17
import java.lang.invoke.*;
import java.util.*;

/** Looking up method handles of every kind, invoking them exactly and loosely, access checks, method types, reflection to and fro. */
public class MethodHandlesFind {
    static class Base {
        protected String name = "base";
        String describe() { return "Base.describe " + name; }
        private int secret() { return 41; }
        static String make(int n) { return "made " + n; }
    }

    static class Derived extends Base {
        static int count = 3;
        final double ratio;
        Derived() { this(0.5); }
        private Derived(double ratio) { this.ratio = ratio; name = "derived"; }
        @Override String describe() { return "Derived.describe " + name; }
        String parent() throws Throwable {
            return (String) MethodHandles.lookup().findSpecial(Base.class, "describe", MethodType.methodType(String.class), Derived.class).invokeExact(this);
        }
        static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
    }

    interface Shape { double area(); default String text() { return "area " + area(); } static Shape unit() { return () -> 1; } }
    record Square(double side) implements Shape { public double area() { return side * side; } }

    static long mixed(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t) { return b + s + c + i + l + (long) f + (long) d + (z ? 1 : 0) + t.length(); }
    static String join(String sep, Object... parts) { StringJoiner j = new StringJoiner(sep); for (Object o : parts) j.add(String.valueOf(o)); return j.toString(); }
    static int sum(int... n) { int s = 0; for (int v : n) s += v; return s; }
    static void nothing() { }
    static void fail(String message) { throw new IllegalStateException(message); }

    interface Body { Object run() throws Throwable; }

    static void attempt(String what, Body body) {
        try {
            System.out.println(what + " = " + body.run());
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage().replaceAll("@[0-9a-f]+", "@")));
        }
    }

    static void types() {
        MethodType t = MethodType.methodType(long.class, int.class, String.class, double[].class);
        System.out.println(t + " " + t.toMethodDescriptorString() + " " + t.changeReturnType(void.class) + " " + t.changeParameterType(0, Object.class) + " " + t.dropParameterTypes(1, 2) + " " + t.insertParameterTypes(0, char.class) + " " + t.appendParameterTypes(byte.class)
            + " " + t.generic() + " " + t.erase() + " " + t.wrap() + " " + t.wrap().unwrap() + " " + t.hasPrimitives() + t.hasWrappers() + " " + t.parameterCount() + t.parameterList() + t.lastParameterType() + " " + t.equals(MethodType.fromMethodDescriptorString("(ILjava/lang/String;[D)J", null))
            + " " + (t == MethodType.methodType(long.class, int.class, String.class, double[].class)) + " " + MethodType.genericMethodType(2, true));
        attempt("void parameter", () -> MethodType.methodType(int.class, void.class));
        attempt("bad descriptor", () -> MethodType.fromMethodDescriptorString("(I", null));
    }

    public static void main(String[] args) throws Throwable {
        types();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType toText = MethodType.methodType(String.class);
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        String joined = (String) concat.invokeExact("a", "b");
        Object loose = concat.invoke((Object) "c", (Object) "d");
        System.out.println(joined + loose + concat.invokeWithArguments("e", "f") + concat.invokeWithArguments(List.of("g", "h")) + " " + concat.type() + " " + concat);
        MethodHandle mixed = lookup.findStatic(MethodHandlesFind.class, "mixed", MethodType.fromMethodDescriptorString("(BSCIJFDZLjava/lang/String;)J", null));
        System.out.println((long) mixed.invokeExact((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "nine") + " " + (long) mixed.invoke((byte) 1, (byte) 2, 'c', (short) 4, 5, 6, 7f, (Boolean) true, "nine")
            + " " + mixed.invokeWithArguments((byte) -1, (short) -2, 'd', -4, -5L, -6f, -7.0, false, "") + " " + (Object) mixed.invoke((byte) 0, (short) 0, '0', 0, 0L, 0f, 0.0, false, "x"));
        MethodHandle describe = lookup.findVirtual(Base.class, "describe", toText);
        Base base = new Base();
        Derived derived = new Derived();
        System.out.println((String) describe.invokeExact(base) + "; " + (String) describe.invokeExact((Base) derived) + "; " + derived.parent() + "; " + (String) describe.invoke(derived));
        MethodHandle secret = MethodHandles.privateLookupIn(Base.class, lookup).findVirtual(Base.class, "secret", MethodType.methodType(int.class));
        System.out.println((int) secret.invokeExact(base) + 1 + " " + (String) lookup.findStatic(Base.class, "make", MethodType.methodType(String.class, int.class)).invokeExact(5));
        MethodHandle constructor = lookup.findConstructor(Derived.class, MethodType.methodType(void.class)), ratio = Derived.lookup().findConstructor(Derived.class, MethodType.methodType(void.class, double.class));
        Derived made = (Derived) constructor.invokeExact();
        System.out.println(made.ratio + " " + ((Derived) ratio.invokeExact(2.5)).ratio + " " + ((Base) (Object) ratio.invoke(3)).name + " " + ratio.type());
        MethodHandle getter = lookup.findGetter(Base.class, "name", String.class), setter = lookup.findSetter(Base.class, "name", String.class), sget = lookup.findStaticGetter(Derived.class, "count", int.class), sset = lookup.findStaticSetter(Derived.class, "count", int.class);
        setter.invokeExact(base, "renamed");
        sset.invokeExact((int) sget.invokeExact() * 10);
        System.out.println((String) getter.invokeExact(base) + " " + Derived.count + " " + setter.type() + sset.type() + " " + (double) lookup.findGetter(Derived.class, "ratio", double.class).invokeExact(made));
        MethodHandle area = lookup.findVirtual(Shape.class, "area", MethodType.methodType(double.class)), text = lookup.findVirtual(Shape.class, "text", toText), unit = lookup.findStatic(Shape.class, "unit", MethodType.methodType(Shape.class));
        Shape square = new Square(3);
        System.out.println((double) area.invokeExact(square) + " " + (String) text.invokeExact(square) + " " + (String) text.invoke((Shape) unit.invokeExact()) + " " + (double) area.bindTo(square).invokeExact());
        MethodHandle bound = lookup.bind("bound", "length", MethodType.methodType(int.class)), length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) bound.invokeExact() + " " + (int) length.bindTo("four").invokeExact() + " " + (Object) length.invoke("five!") + " " + (long) length.invoke("widen") + " " + length.type());
        MethodHandle join = lookup.findStatic(MethodHandlesFind.class, "join", MethodType.methodType(String.class, String.class, Object[].class)), sum = lookup.findStatic(MethodHandlesFind.class, "sum", MethodType.methodType(int.class, int[].class));
        System.out.println(join.isVarargsCollector() + " " + (String) join.invoke("-", 1, 'b', "c") + " " + (String) join.invoke("-") + " " + (String) join.invokeExact("-", new Object[] {1, 2}) + " " + (int) sum.invoke(1, 2, 3) + " " + (int) sum.asFixedArity().invokeExact(new int[] {4, 5})
            + " " + (int) sum.asCollector(int[].class, 3).invokeExact(7, 8, 9) + " " + sum.invokeWithArguments(1, 2, 3, 4) + " " + join.invokeWithArguments("+", null, "x"));
        MethodHandle arrayGet = MethodHandles.arrayElementGetter(int[].class), arraySet = MethodHandles.arrayElementSetter(String[].class), arrayNew = MethodHandles.arrayConstructor(long[].class), arrayLength = MethodHandles.arrayLength(double[].class);
        String[] strings = {"x", "y"};
        arraySet.invokeExact(strings, 1, "set");
        System.out.println((int) arrayGet.invokeExact(new int[] {10, 20}, 1) + " " + strings[1] + " " + ((long[]) arrayNew.invokeExact(4)).length + " " + (int) arrayLength.invokeExact(new double[6]));
        MethodHandle reflected = lookup.unreflect(String.class.getMethod("substring", int.class, int.class)), field = lookup.unreflectGetter(Base.class.getDeclaredField("name")), made2 = lookup.unreflectConstructor(StringBuilder.class.getConstructor(String.class));
        System.out.println((String) reflected.invokeExact("substring", 3, 6) + " " + (String) field.invokeExact(base) + " " + ((StringBuilder) made2.invokeExact("built")).reverse());
        MethodHandleInfo info = lookup.revealDirect(describe);
        System.out.println(info.getName() + " " + info.getMethodType() + " " + MethodHandleInfo.referenceKindToString(info.getReferenceKind()) + " " + info.getDeclaringClass().getSimpleName() + " " + info.reflectAs(java.lang.reflect.Method.class, lookup).getName() + " " + lookup.revealDirect(sset) + " " + lookup.revealDirect(constructor));
        nothing();
        MethodHandle voids = lookup.findStatic(MethodHandlesFind.class, "nothing", MethodType.methodType(void.class)), fail = lookup.findStatic(MethodHandlesFind.class, "fail", MethodType.methodType(void.class, String.class));
        voids.invokeExact();
        System.out.println((Object) voids.invoke() + " " + voids.invokeWithArguments());

        attempt("inexact return", () -> { concat.invokeExact("a", "b"); return 0; });
        attempt("inexact argument", () -> (String) concat.invokeExact("a", (Object) "b"));
        attempt("too few", () -> (String) concat.invoke("a"));
        attempt("wrong cast", () -> (String) concat.invoke((Object) "a", (Object) 5));
        attempt("incompatible", () -> (String) concat.invoke("a", 5));
        attempt("narrowing", () -> { Object o = 5L; return (int) length.invoke(o); });
        attempt("null receiver", () -> (int) length.invokeExact((String) null));
        attempt("null unboxed", () -> arrayGet.invoke(new int[1], (Integer) null));
        attempt("thrown", () -> { fail.invokeExact("through the handle"); return 0; });
        attempt("bound to wrong", () -> length.bindTo(5));
        attempt("bounds", () -> (int) arrayGet.invokeExact(new int[2], 2));
        attempt("no method", () -> lookup.findVirtual(String.class, "nope", toText));
        attempt("wrong type", () -> lookup.findVirtual(String.class, "length", toText));
        attempt("static as virtual", () -> lookup.findVirtual(Base.class, "make", MethodType.methodType(String.class, int.class)));
        attempt("virtual as static", () -> lookup.findStatic(Base.class, "describe", toText));
        attempt("no field", () -> lookup.findGetter(Base.class, "nope", int.class));
        attempt("wrong field type", () -> lookup.findGetter(Base.class, "name", int.class));
        attempt("final setter", () -> lookup.findSetter(Derived.class, "ratio", double.class));
        attempt("private of String", () -> lookup.findGetter(String.class, "hash", int.class));
        attempt("public lookup", () -> MethodHandles.publicLookup().findVirtual(Base.class, "describe", toText));
        attempt("public lookup of public", () -> (int) MethodHandles.publicLookup().findVirtual(List.class, "size", MethodType.methodType(int.class)).invoke(List.of(1, 2)));
        attempt("abstract constructor", () -> lookup.findConstructor(Number.class, MethodType.methodType(void.class)).invoke());
        attempt("special of another", () -> lookup.findSpecial(Base.class, "describe", toText, Derived.class));
        System.out.println(lookup + " " + lookup.in(String.class) + " " + MethodHandles.publicLookup() + " " + lookup.lookupModes() + " " + lookup.dropLookupMode(MethodHandles.Lookup.PRIVATE) + " " + lookup.hasFullPrivilegeAccess() + " " + lookup.findClass("MethodHandlesFind$Square").getSimpleName());
        long total = 0;
        for (int i = 0; i < 5000; i++) total += (int) length.invokeExact("abcdefgh".substring(i & 7)) + (int) sum.invoke(i, 1);
        System.out.println("total " + total);
    }
}
