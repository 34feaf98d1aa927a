/** Sixty-four bits: products and remainders, shifts and masks, greatest common divisors, powers, random sequences. */
public class LongArithmetic {
    static long gcd(long a, long b) {
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        for (base %= modulus; exponent > 0; exponent >>= 1) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
        }
        return result;
    }

    static int collatz(long n) {
        int steps = 0;
        for (; n != 1; steps++) {
            n = (n & 1) == 0 ? n >>> 1 : 3 * n + 1;
        }
        return steps;
    }

    static long mix(long seed, int rounds) {
        long x = seed;
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            sum += x * 0x9E3779B97F4A7C15L ^ Long.rotateLeft(x, i);
        }
        return sum;
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 2_700;
        long checksum = 0;
        for (int r = 1; r <= repetitions; r++) {
            long seed = 0x12345678_9ABCDEFL + r;
            checksum = checksum * 31 + mix(seed, 8_000);
            for (int i = 1; i <= 200; i++) {
                checksum += gcd(seed * i & Long.MAX_VALUE, seed / i + 7);
                checksum += power(seed % 1_000_003 + i, 1_000_000 + i, 2_147_483_647L);
                checksum ^= collatz(27 + i);
            }
        }
        System.out.println("LongArithmetic " + checksum);
    }
}
