// run: min=17
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;

/** BigInteger: arithmetic up to Karatsuba and Toom-Cook sizes, division, modular arithmetic, bits, radixes, primes. */
public class BigIntegers {
    static BigInteger big(String s) { return new BigInteger(s); }

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static String brief(BigInteger b) {
        String s = b.toString();
        return s.length() <= 40 ? s : s.substring(0, 12) + ".." + s.substring(s.length() - 12) + " (" + s.length() + " digits, hash " + b.hashCode() + ")";
    }

    static BigInteger factorial(int n) {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= n; i++) f = f.multiply(BigInteger.valueOf(i));
        return f;
    }

    static BigInteger fibonacci(int n) {
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 31; i >= 0; i--) {
            BigInteger c = a.multiply(b.shiftLeft(1).subtract(a)), d = a.multiply(a).add(b.multiply(b));
            if ((n >>> i & 1) == 0) { a = c; b = d; } else { a = d; b = c.add(d); }
        }
        return a;
    }

    /** Digits of pi by Machin's formula in fixed point. */
    static String pi(int digits) {
        BigInteger unit = BigInteger.TEN.pow(digits + 10);
        BigInteger pi = arctan(unit, 5).shiftLeft(2).subtract(arctan(unit, 239)).shiftLeft(2);
        return pi.divide(BigInteger.TEN.pow(10)).toString();
    }

    static BigInteger arctan(BigInteger unit, int x) {
        BigInteger power = unit.divide(BigInteger.valueOf(x)), sum = power, square = BigInteger.valueOf((long) x * x);
        for (int n = 3; power.signum() != 0; n += 2) {
            power = power.divide(square).negate();
            sum = sum.add(power.divide(BigInteger.valueOf(n)));
        }
        return sum;
    }

    public static void main(String[] args) {
        BigInteger[] values = {BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO.negate(), BigInteger.TEN, BigInteger.valueOf(Long.MAX_VALUE), BigInteger.valueOf(Long.MIN_VALUE),
            big("123456789012345678901234567890"), big("-98765432109876543210"), BigInteger.ONE.shiftLeft(64), BigInteger.ONE.shiftLeft(32).negate()};
        for (BigInteger a : values) {
            int mix = 0;
            for (BigInteger b : values) {
                mix = mix * 31 + a.add(b).hashCode();
                mix = mix * 31 + a.subtract(b).hashCode();
                mix = mix * 31 + a.multiply(b).hashCode();
                mix = mix * 31 + a.and(b).hashCode() + a.or(b).hashCode() * 3 + a.xor(b).hashCode() * 5 + a.andNot(b).hashCode() * 7;
                mix = mix * 31 + a.gcd(b).hashCode() + a.compareTo(b) + a.max(b).hashCode();
                if (b.signum() != 0) { BigInteger[] qr = a.divideAndRemainder(b); mix = mix * 31 + qr[0].hashCode() + qr[1].hashCode() * 3; }
                if (b.signum() > 0) mix = mix * 31 + a.mod(b).hashCode();
            }
            System.out.println(a + " mix " + mix + " neg " + a.negate() + " not " + a.not() + " abs " + a.abs() + " sign " + a.signum() + " bits " + a.bitLength() + "/" + a.bitCount() + "/" + a.getLowestSetBit()
                + " shift " + a.shiftLeft(35) + " " + a.shiftRight(3) + " " + a.shiftLeft(-70) + " hex " + a.toString(16) + " r36 " + a.toString(36) + " bytes " + Arrays.toString(a.toByteArray())
                + " int " + a.intValue() + " long " + a.longValue() + " double " + a.doubleValue() + " float " + a.floatValue() + " test " + a.testBit(5) + " set " + a.setBit(70).clearBit(1).flipBit(0));
        }
        System.out.println("7 and -7 by 3: " + big("7").divide(big("3")) + big("7").remainder(big("-3")) + big("-7").divide(big("3")) + big("-7").remainder(big("3")) + big("-7").mod(big("3")));
        attempt("divide by zero", () -> BigInteger.TEN.divide(BigInteger.ZERO));
        attempt("negative modulus", () -> BigInteger.TEN.mod(big("-3")));
        attempt("negative exponent", () -> BigInteger.TEN.pow(-1));
        attempt("no inverse", () -> BigInteger.TEN.modInverse(big("15")));
        attempt("inverse", () -> big("3").modInverse(big("1000000007")));
        attempt("parse", () -> big("12a"));
        attempt("parse empty", () -> big(""));
        attempt("parse signs", () -> big("--5"));
        attempt("radix", () -> new BigInteger("zz", 36) + " " + new BigInteger("-1010", 2) + " " + big("+5"));
        attempt("longValueExact", () -> BigInteger.ONE.shiftLeft(63).longValueExact());
        attempt("intValueExact", () -> BigInteger.valueOf(-77).intValueExact());
        attempt("byteValueExact", () -> BigInteger.valueOf(128).byteValueExact());
        attempt("sqrt", () -> big("152415787501905210").sqrt() + " " + BigInteger.TWO.sqrt() + " " + Arrays.toString(big("1000001").sqrtAndRemainder()));
        attempt("sqrt of negative", () -> big("-1").sqrt());
        attempt("bytes", () -> new BigInteger(new byte[] {-1, 0}) + " " + new BigInteger(1, new byte[] {-1, 0}) + " " + new BigInteger(-1, new byte[] {1}) + " " + new BigInteger(new byte[9], 1, 3));
        attempt("bad sign", () -> new BigInteger(0, new byte[] {1}));

        System.out.println("30! " + factorial(30) + " 500! " + brief(factorial(500)));
        System.out.println("fib 100 " + fibonacci(100) + " fib 10000 " + brief(fibonacci(10000)));
        System.out.println("pi " + pi(300));
        BigInteger x = big("7").pow(900), y = big("11").pow(850).negate(), z = big("13").pow(2500);
        System.out.println("karatsuba " + brief(x.multiply(x.add(BigInteger.ONE)).multiply(y)) + " square " + brief(x.pow(2)));
        BigInteger toom = z.multiply(z.subtract(x));
        System.out.println("toom-cook " + brief(toom) + " square " + brief(z.multiply(z)) + " equal " + z.pow(2).equals(z.multiply(z)));
        System.out.println("division " + brief(toom.divide(z)) + " exact " + toom.divide(z).equals(z.subtract(x)) + " rest " + brief(toom.remainder(x)) + " gcd " + brief(z.multiply(x).gcd(z.multiply(y))));
        System.out.println("round trip " + new BigInteger(z.toString()).equals(z) + new BigInteger(z.toString(7), 7).equals(z) + new BigInteger(toom.toByteArray()).equals(toom));
        BigInteger prime = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
        System.out.println("modPow " + big("3").modPow(prime.subtract(BigInteger.ONE), prime) + " " + brief(big("5").modPow(x.shiftRight(2200), BigInteger.TEN.pow(30))) + " " + big("3").modPow(big("-5"), big("7")) + " "
            + big("2").modPow(big("1000"), BigInteger.ONE.shiftLeft(40)));
        System.out.println("primes " + prime.isProbablePrime(20) + " " + prime.subtract(BigInteger.TWO).isProbablePrime(20) + " " + big("561").isProbablePrime(10) + " " + big("1000000").nextProbablePrime() + " " + big("2").nextProbablePrime());
        BigInteger random = new BigInteger(200, new Random(5));
        System.out.println("random " + random + " " + new BigInteger(64, new Random(6)).bitLength());
        System.out.println(BigInteger.valueOf(16) == BigInteger.valueOf(16) ? "cached" : "not cached");
        BigInteger collatz = big("837799").multiply(big("1000000007"));
        int steps = 0;
        while (!collatz.equals(BigInteger.ONE)) { collatz = collatz.testBit(0) ? collatz.multiply(BigInteger.valueOf(3)).add(BigInteger.ONE) : collatz.shiftRight(1); steps++; }
        System.out.println("collatz " + steps);
    }
}
