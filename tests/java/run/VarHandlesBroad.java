// run: min=17
import java.lang.invoke.*;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.*;

/** VarHandles: every access mode on instance and static fields, arrays and byte views of each type, with coordinates and failures. */
public class VarHandlesBroad {
    static class Cells {
        int i = 1; long l = 2; byte b = 3; short s = 4; char c = 'c'; float f = 1.5f; double d = 2.5; boolean z = true; String t = "text"; volatile int v = 9;
        final int fixed = 77;
        static int statics = 5;
        static String staticText = "static";
    }

    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    interface Body { Object run() throws Throwable; }

    static void attempt(String what, Body body) {
        try {
            System.out.println(what + " = " + body.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + (e instanceof WrongMethodTypeException || e instanceof ClassCastException || e instanceof NullPointerException ? "" : " " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@")));
        }
    }

    static VarHandle field(String name, Class<?> type) throws ReflectiveOperationException { return LOOKUP.findVarHandle(Cells.class, name, type); }

    static String modes(VarHandle h) {
        StringBuilder out = new StringBuilder();
        for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) out.append(h.isAccessModeSupported(m) ? '1' : '0');
        return out + " " + h.varType().getSimpleName() + " " + h.coordinateTypes().stream().map(Class::getSimpleName).toList() + " " + h.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET);
    }

    static void intField() throws Throwable {
        VarHandle h = field("i", int.class);
        Cells c = new Cells();
        h.set(c, 10);
        h.setVolatile(c, (int) h.get(c) + 1);
        h.setOpaque(c, (int) h.getVolatile(c) + 1);
        h.setRelease(c, (int) h.getOpaque(c) + 1);
        System.out.println((int) h.getAcquire(c) + " cas " + h.compareAndSet(c, 13, 20) + h.compareAndSet(c, 13, 30) + " exchange " + (int) h.compareAndExchange(c, 20, 21) + (int) h.compareAndExchange(c, 20, 99) + (int) h.compareAndExchangeAcquire(c, 21, 22) + (int) h.compareAndExchangeRelease(c, 22, 23)
            + " set " + (int) h.getAndSet(c, 100) + " " + (int) h.getAndSetAcquire(c, 101) + " " + (int) h.getAndSetRelease(c, 102) + " add " + (int) h.getAndAdd(c, 5) + " " + (int) h.getAndAddAcquire(c, -7) + " " + (int) h.getAndAddRelease(c, 1) + " bits " + (int) h.getAndBitwiseOr(c, 0xF0) + " " + (int) h.getAndBitwiseAnd(c, 0x3C)
            + " " + (int) h.getAndBitwiseXor(c, -1) + " " + (int) h.getAndBitwiseOrAcquire(c, 1) + " " + (int) h.getAndBitwiseOrRelease(c, 2) + " " + (int) h.getAndBitwiseAndAcquire(c, ~4) + " " + (int) h.getAndBitwiseAndRelease(c, ~8) + " " + (int) h.getAndBitwiseXorAcquire(c, 3) + " " + (int) h.getAndBitwiseXorRelease(c, 5) + " end " + c.i);
        boolean weak = false;
        for (int k = 0; k < 1000 && !weak; k++) weak = h.weakCompareAndSet(c, c.i, 7);
        System.out.println("weak " + weak + c.i + " " + modes(h));
    }

    static void otherFields() throws Throwable {
        Cells c = new Cells();
        VarHandle l = field("l", long.class), b = field("b", byte.class), s = field("s", short.class), ch = field("c", char.class), f = field("f", float.class), d = field("d", double.class), z = field("z", boolean.class), t = field("t", String.class), v = field("v", int.class);
        System.out.println((long) l.getAndAdd(c, 1L << 40) + " " + (long) l.getVolatile(c) + " " + l.compareAndSet(c, (1L << 40) + 2, -1L) + c.l + " " + (long) l.getAndBitwiseAnd(c, 0xFFL) + c.l);
        System.out.println((byte) b.getAndAdd(c, (byte) 126) + " " + c.b + " " + b.compareAndSet(c, (byte) -127, (byte) 1) + " " + (byte) b.getAndBitwiseXor(c, (byte) -1) + c.b + " " + (short) s.getAndAdd(c, (short) 32767) + " " + c.s + " " + (short) s.compareAndExchange(c, (short) -32765, (short) 8) + c.s
            + " " + (char) ch.getAndAdd(c, (char) 1) + c.c + " " + ch.compareAndSet(c, 'd', '\u20ac') + c.c + " " + (char) ch.getAndBitwiseOr(c, (char) 1) + (int) c.c);
        System.out.println((float) f.getAndAdd(c, 1.25f) + " " + c.f + " " + f.compareAndSet(c, 2.75f, Float.NaN) + c.f + " " + f.compareAndSet(c, Float.NaN, -0f) + f.compareAndSet(c, 0f, 1f) + " " + (double) d.getAndAdd(c, -0.5) + c.d + " " + d.compareAndSet(c, 2.0, 0.0) + d.compareAndSet(c, -0.0, 1.0) + (double) d.compareAndExchange(c, 0.0, 3.0) + c.d);
        System.out.println(z.compareAndSet(c, true, false) + " " + c.z + " " + (boolean) z.getAndBitwiseOr(c, true) + c.z + " " + (boolean) z.getAndBitwiseXor(c, true) + c.z + " " + (boolean) z.getAndSet(c, true) + " " + t.compareAndSet(c, "text", "new") + c.t + t.compareAndSet(c, new String("new"), "x") + (String) t.getAndSet(c, null) + (String) t.compareAndExchange(c, null, "back") + c.t);
        System.out.println((int) v.getAndAdd(c, 1) + c.v + " " + (int) v.get(c) + " " + (int) field("fixed", int.class).get(c));
        VarHandle st = LOOKUP.findStaticVarHandle(Cells.class, "statics", int.class), sx = LOOKUP.findStaticVarHandle(Cells.class, "staticText", String.class);
        System.out.println((int) st.getAndAdd(4) + " " + st.compareAndSet(9, 10) + Cells.statics + " " + (int) st.getAndBitwiseXor(3) + (int) st.getVolatile() + " " + (String) sx.getAndSet("changed") + Cells.staticText);
        for (VarHandle h : List.of(l, b, s, ch, f, d, z, t, v, st, field("fixed", int.class))) System.out.println("  " + modes(h));
    }

    static void arrays() throws Throwable {
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class), longs = MethodHandles.arrayElementVarHandle(long[].class), bytes = MethodHandles.arrayElementVarHandle(byte[].class), chars = MethodHandles.arrayElementVarHandle(char[].class),
            doubles = MethodHandles.arrayElementVarHandle(double[].class), booleans = MethodHandles.arrayElementVarHandle(boolean[].class), strings = MethodHandles.arrayElementVarHandle(String[].class), rows = MethodHandles.arrayElementVarHandle(int[][].class);
        int[] i = {1, 2, 3};
        long[] l = {4, 5};
        byte[] b = {1, 2, 3, 4, 5};
        System.out.println((int) ints.getAndAdd(i, 1, 10) + " " + ints.compareAndSet(i, 2, 3, 33) + Arrays.toString(i) + (long) longs.getAndSet(l, 0, -1L) + longs.compareAndSet(l, 1, 5L, 50L) + Arrays.toString(l));
        for (int k = 0; k < 5; k++) { bytes.getAndAdd(b, k, (byte) (k * 30)); bytes.compareAndSet(b, k, (byte) 34, (byte) -34); }
        char[] c = {'a', 'b'};
        double[] d = {0.5};
        boolean[] z = {false, true};
        String[] s = {"p", "q"};
        System.out.println(Arrays.toString(b) + " " + (char) chars.getAndBitwiseXor(c, 0, ' ') + c[0] + " " + (double) doubles.getAndAdd(d, 0, 0.25) + d[0] + " " + booleans.compareAndSet(z, 0, false, true) + z[0] + (boolean) booleans.getAndBitwiseAnd(z, 1, false) + z[1] + " " + strings.compareAndSet(s, 1, "q", "swapped") + s[1] + (String) strings.getVolatile(s, 0));
        int[][] m = {{1}, {2}};
        rows.set(m, 0, new int[] {7, 8});
        System.out.println(Arrays.deepToString(m) + " " + modes(strings));
        attempt("index", () -> (int) ints.get(i, 3));
        attempt("negative", () -> (int) ints.getAndAdd(i, -1, 1));
        attempt("null array", () -> (int) ints.getVolatile((int[]) null, 0));
        attempt("array store", () -> { MethodHandles.arrayElementVarHandle(Object[].class).set((Object[]) s, 0, 5); return 0; });
        attempt("not an array", () -> MethodHandles.arrayElementVarHandle(String.class));
    }

    static void views() throws Throwable {
        VarHandle big = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), little = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN), shorts = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN),
            chars = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN), floats = MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.BIG_ENDIAN), doubles = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] a = new byte[32];
        big.set(a, 1, 0x01020304);
        little.set(a, 8, 0x1122334455667788L);
        shorts.set(a, 5, (short) 0xABCD);
        chars.set(a, 16, '€');
        floats.set(a, 19, 1.5f);
        doubles.set(a, 24, -2.5);
        System.out.println(Arrays.toString(a) + " " + Integer.toHexString((int) big.get(a, 0)) + " " + Long.toHexString((long) little.get(a, 7)) + " " + (short) shorts.get(a, 5) + (char) chars.get(a, 16) + (float) floats.get(a, 19) + (double) doubles.get(a, 24));
        attempt("view past the end", () -> (int) big.get(a, 29));
        attempt("view negative", () -> (int) big.get(a, -1));
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), lbuffer = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        buffer.set(direct, 3, 0xCAFEBABE);
        System.out.println(Integer.toHexString((int) buffer.get(direct, 3)) + " " + direct.get(3) + " aligned " + (int) buffer.getAndAdd(direct, 8, 5) + (int) buffer.getVolatile(direct, 8) + buffer.compareAndSet(direct, 8, 5, 6) + direct.getInt(8) + " " + (long) lbuffer.getAndSet(direct, 16, 1L) + direct.getLong(16) + " " + lbuffer.compareAndSet(direct, 16, 1L, -1L) + (long) lbuffer.getAndBitwiseAnd(direct, 16, 15L) + direct.get(16));
        attempt("misaligned", () -> { try { return (int) buffer.getVolatile(direct, 9); } catch (IllegalStateException e) { return "IllegalStateException"; } });
        attempt("read only", () -> { buffer.set(direct.asReadOnlyBuffer(), 0, 1); return 0; });
        attempt("buffer end", () -> { try { return (int) buffer.get(direct, 61); } catch (IndexOutOfBoundsException e) { return "IndexOutOfBoundsException"; } });
        System.out.println(modes(big) + " " + modes(floats) + " " + modes(buffer));
    }

    public static void main(String[] args) throws Throwable {
        intField();
        otherFields();
        arrays();
        views();
        VarHandle i = field("i", int.class);
        Cells c = new Cells();
        attempt("wrong receiver", () -> { i.set((Object) "x", 1); return 0; });
        attempt("null receiver", () -> { i.set((Cells) null, 1); return 0; });
        attempt("wrong value", () -> { i.set(c, "x"); return 0; });
        attempt("long to int", () -> { i.set(c, 1L); return 0; });
        attempt("boxed value", () -> { i.set(c, (Integer) 5); return c.i; });
        attempt("byte to int", () -> { i.set(c, (byte) 6); return c.i; });
        attempt("boxed result", () -> (Object) i.get(c));
        attempt("dropped result", () -> { i.getAndAdd(c, 1); return c.i; });
        attempt("exact", () -> { i.withInvokeExactBehavior().set(c, (byte) 6); return c.i; });
        attempt("exact fits", () -> { VarHandle e = i.withInvokeExactBehavior(); e.set(c, 8); return (int) e.get(c) + " " + e.hasInvokeExactBehavior(); });
        attempt("final set", () -> { field("fixed", int.class).set(c, 1); return 0; });
        attempt("unsupported add", () -> { field("t", String.class).getAndAdd(c, "x"); return 0; });
        attempt("unsupported float bits", () -> { field("f", float.class).getAndBitwiseOr(c, 1f); return 0; });
        attempt("missing", () -> field("nope", int.class));
        attempt("wrong type", () -> field("i", long.class));
        attempt("static as instance", () -> field("statics", int.class));
        attempt("as method handle", () -> (int) i.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).invokeExact(c, 4) + " " + c.i);
        attempt("invoker", () -> (boolean) MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.COMPARE_AND_SET, MethodType.methodType(boolean.class, Cells.class, int.class, int.class)).invokeExact(i, c, 12, 13) + " " + c.i);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        long spins = 0;
        for (int k = 0; k < 20000; k++) spins += (int) i.getAndAdd(c, 1) & 1;
        System.out.println("spins " + spins + " " + c.i + " " + VarHandle.AccessMode.valueFromMethodName("getAndAdd"));
    }
}
