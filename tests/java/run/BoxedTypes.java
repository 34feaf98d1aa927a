// run: min=17
import java.util.*;
import java.util.function.Supplier;

/** Integer, Long, Short, Byte, Character, Boolean, Float and Double as classes: parsing, printing in radixes, bit twiddling, comparison. */
public class BoxedTypes {
    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, -1, 42, 255, 256, -256, 0x0F0F0F0F, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x80000001}) {
            System.out.println(n + " bin " + Integer.toBinaryString(n) + " oct " + Integer.toOctalString(n) + " hex " + Integer.toHexString(n) + " r36 " + Integer.toString(n, 36) + " r3 " + Integer.toString(n, 3)
                + " r99 " + Integer.toString(n, 99) + " unsigned " + Integer.toUnsignedString(n) + " " + Integer.toUnsignedLong(n) + " bits " + Integer.bitCount(n) + " " + Integer.highestOneBit(n) + " " + Integer.lowestOneBit(n)
                + " zeros " + Integer.numberOfLeadingZeros(n) + " " + Integer.numberOfTrailingZeros(n) + " reverse " + Integer.reverse(n) + " " + Integer.reverseBytes(n) + " rotate " + Integer.rotateLeft(n, 5) + " "
                + Integer.rotateRight(n, 37) + " sign " + Integer.signum(n) + " /u " + Integer.divideUnsigned(n, 7) + " %u " + Integer.remainderUnsigned(n, 7) + " cmpu " + Integer.compareUnsigned(n, 100));
        }
        for (long n : new long[] {0, 1, -1, 1L << 40, 0x0F0F0F0F0F0F0F0FL, Long.MAX_VALUE, Long.MIN_VALUE, -12345678901L}) {
            System.out.println(n + " bin " + Long.toBinaryString(n) + " oct " + Long.toOctalString(n) + " hex " + Long.toHexString(n) + " r36 " + Long.toString(n, 36) + " unsigned " + Long.toUnsignedString(n) + " r36u "
                + Long.toUnsignedString(n, 36) + " bits " + Long.bitCount(n) + " " + Long.highestOneBit(n) + " " + Long.lowestOneBit(n) + " zeros " + Long.numberOfLeadingZeros(n) + " " + Long.numberOfTrailingZeros(n)
                + " reverse " + Long.reverse(n) + " " + Long.reverseBytes(n) + " rotate " + Long.rotateLeft(n, 13) + " sign " + Long.signum(n) + " hash " + Long.hashCode(n));
        }
        for (String s : new String[] {"0", "-0", "+7", "2147483647", "2147483648", "-2147483648", "-2147483649", "", "-", "+", " 1", "1_000", "0x10", "١٢", "9999999999", "1.0", "١", "٣x"}) {
            attempt("parseInt '" + s + "'", () -> Integer.parseInt(s));
            attempt("  decode", () -> Integer.decode(s));
            attempt("  unsigned", () -> Integer.parseUnsignedInt(s));
        }
        attempt("parseInt(null)", () -> Integer.parseInt(null));
        attempt("radix 16", () -> Integer.parseInt("-ff", 16));
        attempt("radix 2", () -> Integer.parseInt("102", 2));
        attempt("radix 1", () -> Integer.parseInt("1", 1));
        attempt("radix 37", () -> Integer.parseInt("1", 37));
        attempt("subsequence", () -> Integer.parseInt("abc123def", 3, 6, 10));
        attempt("subsequence bad", () -> Integer.parseInt("abc123def", 2, 6, 10));
        attempt("unsigned hex", () -> Integer.parseUnsignedInt("ffffffff", 16));
        attempt("unsigned too large", () -> Integer.parseUnsignedInt("4294967296"));
        attempt("long", () -> Long.parseLong("9223372036854775808"));
        attempt("long min", () -> Long.parseLong("-9223372036854775808"));
        attempt("long L", () -> Long.parseLong("5L"));
        attempt("long unsigned", () -> Long.parseUnsignedLong("18446744073709551615"));
        attempt("long unsigned too large", () -> Long.parseUnsignedLong("18446744073709551616"));
        attempt("long decode", () -> Long.decode("-#7fffffffffffffff"));
        attempt("octal decode", () -> Short.decode("-0777"));
        attempt("byte", () -> Byte.parseByte("128"));
        attempt("byte hex", () -> Byte.decode("0x7f"));
        attempt("short", () -> Short.parseShort("-32769"));
        attempt("valueOf", () -> Integer.valueOf("zz", 36) + Byte.valueOf("-5") + Short.valueOf((short) 3));
        attempt("boolean", () -> Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.parseBoolean(null) + " " + Boolean.logicalXor(true, false) + Boolean.compare(true, false));
        attempt("double", () -> Double.valueOf(" 1.5e3 ") + Double.parseDouble("0x1p-2") + Float.parseFloat("1e-46"));
        attempt("double bad", () -> Double.parseDouble("1..2"));
        attempt("double null", () -> Double.parseDouble(null));
        attempt("getInteger", () -> Integer.getInteger("no.such.property", 5) + " " + Long.getLong("no.such.property") + " " + Boolean.getBoolean("no.such.property"));

        Integer i127 = 127, j127 = Integer.valueOf("127"), i128 = Integer.valueOf(128);
        System.out.println((i127 == j127) + " " + i128.equals(128) + " " + i127.equals((Object) 127L) + " " + i127.compareTo(i128) + " " + i128.hashCode() + " " + i128.byteValue() + i128.doubleValue() + " " + Integer.MAX_VALUE
            + Integer.SIZE + Integer.BYTES + " " + Integer.TYPE + " " + Integer.sum(3, 4) + Integer.max(3, 4) + Integer.min(3, 4) + " " + Integer.compare(-1, 1));
        System.out.println(Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedInt((short) -1) + " " + Byte.compare((byte) 1, (byte) -1) + " " + Byte.compareUnsigned((byte) 1, (byte) -1) + " " + Short.reverseBytes((short) 0x1234)
            + " " + Byte.hashCode((byte) -5) + Short.hashCode((short) -5) + " " + Short.MAX_VALUE + Byte.MIN_VALUE + " " + Short.toString((short) -7));
        System.out.println(Character.MAX_VALUE + 0 + " " + Character.MIN_RADIX + Character.MAX_RADIX + " " + Character.valueOf('x').compareTo('a') + " " + Character.toString('q') + Character.isLetterOrDigit('_') + Character.isAlphabetic('x')
            + Character.isISOControl('\n') + " " + Character.getNumericValue('z') + Character.toUpperCase('ß') + Character.toLowerCase('İ') + Character.isTitleCase('ǅ') + Character.isIdentifierIgnorable('\0'));
        System.out.println(Double.compare(0.0, -0.0) + " " + Double.isNaN(0.0 / 0) + Double.isInfinite(1 / 0.0) + Double.isFinite(1) + " " + Double.toHexString(1.1) + " " + Double.toHexString(Double.MIN_VALUE) + " " + Float.toHexString(-0.1f)
            + " " + Double.MIN_EXPONENT + Double.MAX_EXPONENT + " " + Double.sum(0.1, 0.2) + " " + Double.max(-0.0, 0.0) + Float.min(-0f, 0f) + " " + Double.valueOf(3.99).intValue() + Float.valueOf(1e20f).longValue()
            + " " + Double.valueOf(1e10).hashCode() + " " + Float.compare(Float.NaN, Float.POSITIVE_INFINITY) + " " + Float.floatToRawIntBits(Float.MIN_VALUE));
        List<Number> numbers = new ArrayList<>(List.of(1, 2L, 3.5f, 4.5, (byte) 5, (short) 6, new java.math.BigInteger("7"), new java.util.concurrent.atomic.AtomicInteger(8)));
        double total = 0;
        long whole = 0;
        for (Number n : numbers) { total += n.doubleValue(); whole += n.longValue() + n.shortValue(); }
        System.out.println(total + " " + whole + " " + numbers);
        Set<Object> distinct = new LinkedHashSet<>(List.of(1, 1L, 1.0, 1f, '1', "1", (byte) 1, (short) 1, true));
        System.out.println(distinct.size() + " " + distinct + " " + distinct.contains((byte) 1));
        long mixed = 0;
        for (int k = 0; k < 3000; k++) { Integer boxed = k * 31; Long l = (long) boxed; mixed += l.hashCode() ^ Integer.reverse(boxed); boxed++; mixed ^= boxed; }
        System.out.println(mixed);
    }
}
