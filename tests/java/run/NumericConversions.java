// run: min=17
/** Every conversion between primitive types, widening and narrowing, with the saturating float casts. */
public class NumericConversions {
    static final double[] DOUBLES = {0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128, 255.5, 256, 32767.5, 65536.25, 2147483647.0, 2147483648.0,
        -2147483648.0, -2147483649.0, 4294967296.0, 9.2e18, 9223372036854775807.0, -9.3e18, 1e30, -1e30, 1e-40, 3.5e38,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    static final long[] LONGS = {0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535, 65536, 16777217, 2147483648L, -2147483649L,
        9007199254740993L, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789ABCDEFL};
    static final int[] INTS = {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, 65535, 65536, -32769, 16777217, 2147483647, -2147483648};

    static Object widen(byte b) { return "byte " + b; }
    static Object widen(int i) { return "int " + i; }
    static Object widen(long l) { return "long " + l; }
    static Object widen(float f) { return "float " + f; }
    static Object widen(double d) { return "double " + d; }
    static Object widen(Object o) { return "object " + o.getClass().getName() + " " + o; }

    static double average(Number... numbers) {
        double sum = 0;
        for (Number n : numbers) sum += n.doubleValue();
        return sum / numbers.length;
    }

    public static void main(String[] args) {
        for (double d : DOUBLES) {
            float f = (float) d;
            System.out.println("double " + d + ": i " + (int) d + " l " + (long) d + " f " + f + " b " + (byte) d
                + " s " + (short) d + " c " + (int) (char) d + " | float: i " + (int) f + " l " + (long) f + " d " + (double) f
                + " b " + (byte) f + " c " + (int) (char) f);
        }
        for (long l : LONGS) {
            System.out.println("long " + l + ": i " + (int) l + " f " + (float) l + " d " + (double) l + " b " + (byte) l
                + " s " + (short) l + " c " + (int) (char) l + " back " + (long) (double) l + " " + (long) (float) l);
        }
        for (int i : INTS) {
            System.out.println("int " + i + ": l " + (long) i + " f " + (float) i + " d " + (double) i + " b " + (byte) i
                + " s " + (short) i + " c " + (int) (char) i + " back " + (int) (float) i + " unsigned " + (i & 0xFFFFFFFFL));
        }
        byte b = (byte) 0x9C;
        short s = (short) 0xFEDC;
        char c = '\uFEDC';
        System.out.println("bytes " + b + " " + (b & 0xff) + " " + (char) (b & 0xff) + " " + (int) (char) b + " " + (short) b + " " + (b >>> 4) + " " + (b >> 4));
        System.out.println("shorts " + s + " " + (s & 0xffff) + " " + (int) (char) s + " " + (byte) s);
        System.out.println("chars " + (int) c + " " + (short) c + " " + (byte) c + " " + (c + 1) + " " + (char) (c + 1 & 0x7f));

        System.out.println(widen(b));
        System.out.println(widen(s));
        System.out.println(widen('x'));
        System.out.println(widen(1L));
        System.out.println(widen(1.5f));
        System.out.println(widen(1.5));
        System.out.println(widen(true));
        System.out.println(widen(Byte.valueOf((byte) 3)));
        System.out.println(widen(b + s));
        System.out.println(widen('a' + 1L));
        System.out.println(widen(1L + 1f));
        System.out.println(widen(1f + 1d));
        boolean yes = args.length == 0;
        System.out.println(widen(yes ? 1 : 'a'));
        System.out.println(widen(yes ? 'b' : 0));
        int zero = 0;
        System.out.println(widen(yes ? 'b' : zero));
        System.out.println(widen(yes ? 1 : 2.0));
        System.out.println(widen(yes ? (Object) 1 : "text"));
        Integer boxed = 1000;
        Long wide = 1000L;
        System.out.println(boxed.equals(1000) + " " + boxed.equals(1000L) + " " + wide.equals(1000L) + " " + (boxed == 1000) + " " + (wide == 1000));
        Integer small1 = 127, small2 = 127;
        Character char1 = 'z', char2 = 'z';
        Long long1 = -128L, long2 = -128L;
        System.out.println("cached boxes identical: " + (small1 == small2) + " " + (char1 == char2) + " " + (long1 == long2)
            + " " + (Boolean.valueOf(yes) == Boolean.TRUE) + " " + (Byte.valueOf((byte) -5) == Byte.valueOf((byte) -5)));
        boxed++;
        boxed += 5;
        boxed = -boxed;
        System.out.println("boxed arithmetic " + boxed + " average " + average(1, 2L, 3.5f, 4.25, (byte) 5, (short) 6));
        try {
            Integer none = null;
            int fail = none;
            System.out.println(fail);
        } catch (NullPointerException e) {
            System.out.println("unboxing null: " + e.getMessage());
        }
        Object o = 42;
        System.out.println((int) o + 1 + " " + (Integer) o + " " + ((Number) o).byteValue());
        try {
            System.out.println((long) o);
        } catch (ClassCastException e) {
            System.out.println("(long) of an Integer: " + e.getMessage().split(" \\(")[0]);
        }
        float fromLong = Long.MAX_VALUE;
        double fromInt = Integer.MAX_VALUE;
        System.out.println(fromLong + " " + fromInt + " " + (fromLong == Long.MAX_VALUE) + " " + ((long) fromLong == Long.MAX_VALUE)
            + " " + (16777217 == (float) 16777217) + " " + (0.1f == 0.1) + " " + (0.5f == 0.5));
        final int constant = 100;
        byte implicit = constant;
        char letter = constant + 1;
        System.out.println(implicit + " " + letter + " " + (letter > implicit) + " " + (char) 97 + (byte) 'b' + (short) 99.99f);
        System.out.println("hash " + Double.hashCode(-0.0) + " " + Double.hashCode(Double.NaN) + " " + Float.hashCode(1.5f) + " "
            + Long.hashCode(-1L) + " " + Long.hashCode(1L << 33) + " " + Boolean.hashCode(true) + " " + Character.hashCode('a'));
    }
}
