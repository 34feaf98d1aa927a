// run: min=17
/** int arithmetic at its edges: wrap-around, division, remainder, shifts, bitwise, narrow types, iinc. */
public class IntegerArithmetic {
    static final int[] VALUES = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, -33, 127, 128, -128, -129, 255, 256,
        32767, 32768, -32768, -32769, 65535, 65536, 0x55555555, 0xAAAAAAAA, 1 << 30,
        Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};

    static int checksum = 17;

    static void mix(int value) {
        checksum = checksum * 31 + value;
    }

    static String divide(int a, int b) {
        try {
            return a / b + " r " + a % b;
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    static int shifts(int a, int by) {
        return (a << by) ^ (a >> by) ^ (a >>> by);
    }

    public static void main(String[] args) {
        for (int a : VALUES) {
            int row = 0;
            for (int b : VALUES) {
                int sum = a + b, difference = a - b, product = a * b;
                int and = a & b, or = a | b, xor = a ^ b;
                mix(sum); mix(difference); mix(product); mix(and); mix(or); mix(xor);
                mix(a << b); mix(a >> b); mix(a >>> b);
                if (b != 0) { mix(a / b); mix(a % b); }
                row = row * 7 + sum - difference + product;
                row += (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a == b ? 4 : 0) + (a != b ? 8 : 0) + (a >= b ? 16 : 0) + (a > b ? 32 : 0);
            }
            System.out.println(a + ": row " + row + " neg " + -a + " not " + ~a + " sum so far " + checksum);
        }

        System.out.println("MIN / -1 = " + divide(Integer.MIN_VALUE, -1));
        System.out.println("MIN / 1 = " + divide(Integer.MIN_VALUE, 1));
        System.out.println("-7 / 2 = " + divide(-7, 2));
        System.out.println("7 / -2 = " + divide(7, -2));
        System.out.println("-7 / -2 = " + divide(-7, -2));
        System.out.println("5 / 0 = " + divide(5, 0));
        try {
            int zero = VALUES[0];
            System.out.println(5 % zero);
        } catch (ArithmeticException e) {
            System.out.println("5 % 0: " + e);
        }

        for (int by : new int[] {0, 1, 5, 31, 32, 33, 63, 64, -1, -31, -32, Integer.MIN_VALUE}) {
            System.out.println("shift by " + by + ": " + (1 << by) + " " + (-1 >> by) + " " + (-1 >>> by)
                + " " + (Integer.MIN_VALUE >> by) + " " + (0x12345678 >>> by) + " " + shifts(0xCAFEBABE, by));
        }

        byte b = 127;
        b++;
        System.out.println("byte 127 + 1 = " + b);
        b = (byte) 200;
        b >>>= 1;
        System.out.println("(byte) 200 >>>= 1: " + b);
        b += 300.7;
        System.out.println("+= 300.7: " + b);
        short s = Short.MIN_VALUE;
        s--;
        System.out.println("short MIN - 1 = " + s);
        s *= 3;
        System.out.println("*= 3: " + s);
        char c = 0;
        c--;
        System.out.println("char 0 - 1 = " + (int) c);
        c += 'A' + 1;
        System.out.println("+= 'A' + 1: " + (int) c + " " + c);
        c ^= 0x20;
        System.out.println("^= 0x20: " + c);

        int i = 5;
        i = i++ + ++i;
        System.out.println("i++ + ++i = " + i);
        i += i++ * 2 + --i;
        System.out.println("compound = " + i);
        i += 1000;
        i -= 40000;
        i += 32767;
        i -= 32768;
        System.out.println("iinc and its wide forms = " + i);
        int[] cell = {10};
        int index = 0;
        cell[index++] += index + 100;
        System.out.println("cell " + cell[0] + " index " + index);

        System.out.println("constants " + -1 + 0 + 5 + 6 + 127 + -128 + 128 + 32767 + -32768 + 32768 + 0x7fffffff);
        System.out.println("overflow chain " + (Integer.MAX_VALUE + 1 - 1 == Integer.MAX_VALUE) + " "
            + (Integer.MAX_VALUE * 2) + " " + (Integer.MIN_VALUE * Integer.MIN_VALUE) + " " + Math.abs(Integer.MIN_VALUE));

        boolean t = args.length == 0, f = !t;
        System.out.println("boolean ops " + (t & f) + (t | f) + (t ^ f) + (t ^ t) + (!t || f) + (t && !f));
        int bits = 0;
        for (int n = 0; n < 32; n++) {
            if ((0xDEADBEEF >>> n & 1) == 1) bits++;
        }
        System.out.println("bits of DEADBEEF: " + bits);
        int gcd = 1071 * 462, other = 462 * 6;
        while (other != 0) {
            int rest = gcd % other;
            gcd = other;
            other = rest;
        }
        System.out.println("gcd " + gcd + ", checksum " + checksum);
    }
}
