// run: min=17
/** long arithmetic at its edges, with the int-by-long shift forms and three-way comparison. */
public class LongArithmetic {
    static final long[] VALUES = {0L, 1L, -1L, 2L, 10L, -10L, 63L, 64L, 65L, -65L, 0xFFFFFFFFL, 0x100000000L,
        -0x100000000L, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 62, 0x5555555555555555L, 0xAAAAAAAAAAAAAAAAL,
        Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1_000_000_007L, 123456789012345678L};

    static long checksum = 1125899906842597L;

    static void mix(long value) {
        checksum = checksum * 31 + value;
    }

    static int compare(long a, long b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        base %= modulus;
        while (exponent > 0) {
            if ((exponent & 1) == 1) result = result * base % modulus;
            base = base * base % modulus;
            exponent >>= 1;
        }
        return result;
    }

    static String tryDivide(long a, long b) {
        try {
            long quotient = a / b;
            long remainder = a % b;
            assert quotient * b + remainder == a;
            return quotient + " r " + remainder;
        } catch (ArithmeticException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) {
        for (long a : VALUES) {
            int order = 0;
            for (long b : VALUES) {
                mix(a + b); mix(a - b); mix(a * b); mix(a & b); mix(a | b); mix(a ^ b);
                mix(a << b); mix(a >> b); mix(a >>> (int) b);
                if (b != 0) { mix(a / b); mix(a % b); }
                order = order * 3 + compare(a, b);
                if (a == b) order += 5;
                if (a != b) order -= 1;
                if (a >= b) order ^= 2;
                if (a <= b) order ^= 4;
            }
            System.out.println(a + ": order " + order + " neg " + -a + " not " + ~a + " hex " + Long.toHexString(a) + " " + checksum);
        }
        System.out.println(tryDivide(Long.MIN_VALUE, -1));
        System.out.println(tryDivide(Long.MIN_VALUE, 10));
        System.out.println(tryDivide(-7, 3));
        System.out.println(tryDivide(7, -3));
        System.out.println(tryDivide(1, 0));
        System.out.println(tryDivide(0, 0));
        System.out.println(tryDivide(0, Long.MIN_VALUE));

        for (int by : new int[] {0, 1, 31, 32, 33, 63, 64, 65, -1, -63, -64}) {
            System.out.println("shift " + by + ": " + (1L << by) + " " + (-1L >> by) + " " + (-1L >>> by)
                + " " + (Long.MIN_VALUE >> by) + " " + (0x0123456789ABCDEFL >>> by) + " " + (1 << by) + " " + (3 << (long) by));
        }
        int narrow = 1;
        narrow <<= 40L;
        System.out.println("int shifted by a long: " + narrow);
        narrow += 0x1_0000_0005L;
        System.out.println("int += long truncates: " + narrow);
        narrow *= 1.5;
        System.out.println("int *= double: " + narrow);

        long x = Long.MAX_VALUE;
        x++;
        System.out.println("MAX + 1: " + x);
        x--;
        System.out.println("and back: " + x);
        long[] cells = {1, 2, 3};
        int i = 0;
        cells[i++] += cells[i] * 10;
        cells[i] <<= i++ + 4;
        cells[i]--;
        System.out.println("cells " + cells[0] + " " + cells[1] + " " + cells[2]);

        System.out.println("2^1e9 mod p: " + power(2, 1_000_000_000L, 1_000_000_007L));
        System.out.println("3^p-1 mod p: " + power(3, 1_000_000_006L, 1_000_000_007L));

        long fibonacci = 0, next = 1;
        for (int n = 0; n < 100; n++) {
            long sum = fibonacci + next;
            fibonacci = next;
            next = sum;
            if (n == 89 || n == 90 || n == 91 || n == 99) System.out.println("fib " + (n + 1) + " " + fibonacci);
        }

        long seed = 42;
        long acc = 0;
        for (int n = 0; n < 10000; n++) {
            seed ^= seed << 13;
            seed ^= seed >>> 7;
            seed ^= seed << 17;
            acc += seed % 1000;
        }
        System.out.println("xorshift " + seed + " " + acc);

        long factorial = 1;
        for (int n = 1; n <= 25; n++) {
            factorial *= n;
            if (n >= 19) System.out.println(n + "! wraps to " + factorial);
        }
        System.out.println("high words " + Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " "
            + Math.multiplyHigh(Long.MIN_VALUE, 2) + " " + Math.multiplyHigh(-1, 1));
        System.out.println("unsigned " + Long.toUnsignedString(-1) + " " + Long.divideUnsigned(-1, 10) + " "
            + Long.remainderUnsigned(-1, 10) + " " + Long.compareUnsigned(-1, 1));
        System.out.println("checksum " + checksum);
    }
}
