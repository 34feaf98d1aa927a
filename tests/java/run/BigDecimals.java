// run: min=17
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.*;
import java.util.function.Supplier;

/** BigDecimal: scales, every rounding mode, division, precision, printing, comparison, square roots, money. */
public class BigDecimals {
    static BigDecimal dec(String s) { return new BigDecimal(s); }

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static BigDecimal exp(BigDecimal x, MathContext mc) {
        BigDecimal sum = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int i = 1; i < 60; i++) {
            term = term.multiply(x, mc).divide(BigDecimal.valueOf(i), mc);
            sum = sum.add(term, mc);
        }
        return sum;
    }

    public static void main(String[] args) {
        for (String s : new String[] {"0", "-0.00", "1", "1.0", "123.456", "-1E+5", "1E-10", "1.230E+3", "0.0000001", "0.000000123", "-12345678901234567890.123456789", "1E+2147483647", "9999999999999999999", "+.5", "5.", "1e5"}) {
            BigDecimal d = dec(s);
            System.out.println(s + " -> " + d + " unscaled " + d.unscaledValue() + " scale " + d.scale() + " precision " + d.precision() + " eng " + d.toEngineeringString()
                + (d.scale() > -100 ? " plain " + d.toPlainString() : "") + " strip " + d.stripTrailingZeros() + " sign " + d.signum() + " hash " + d.hashCode() + " neg " + d.negate() + " ulp " + d.ulp()
                + (d.scale() > -100 ? " int " + d.intValue() + " long " + d.longValue() : "") + " double " + d.doubleValue() + " float " + d.floatValue());
        }
        String[] samples = {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5", "0.5", "-0.49", "1.25", "99.95"};
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder line = new StringBuilder(mode.name());
            for (String s : samples) {
                try {
                    line.append(' ').append(dec(s).setScale(0, mode)).append('/').append(dec(s).round(new MathContext(1, mode)));
                } catch (ArithmeticException e) {
                    line.append(" !").append(e.getMessage().charAt(0));
                }
            }
            System.out.println(line);
        }
        BigDecimal a = dec("123.4500"), b = dec("-0.067"), c = dec("1E+3");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.add(c) + " " + c.multiply(c) + " " + a.remainder(b) + " " + Arrays.toString(a.divideAndRemainder(b)) + " " + a.divideToIntegralValue(b)
            + " " + a.pow(3) + " " + a.pow(0) + " " + b.abs() + " " + a.max(b) + a.min(b) + " " + a.movePointLeft(5) + " " + a.movePointRight(5) + " " + a.scaleByPowerOfTen(-7) + " " + a.plus(new MathContext(3)) + " " + b.negate(new MathContext(1)));
        attempt("1/3 exactly", () -> BigDecimal.ONE.divide(dec("3")));
        attempt("1/8 exactly", () -> BigDecimal.ONE.divide(dec("8")));
        attempt("1/3 scale 10", () -> BigDecimal.ONE.divide(dec("3"), 10, RoundingMode.HALF_UP));
        attempt("2/3 DECIMAL32", () -> dec("2").divide(dec("3"), MathContext.DECIMAL32));
        attempt("2/3 DECIMAL128", () -> dec("2").divide(dec("3"), MathContext.DECIMAL128));
        attempt("keep scale", () -> dec("10.00").divide(dec("4"), RoundingMode.DOWN));
        attempt("1/0", () -> BigDecimal.ONE.divide(BigDecimal.ZERO));
        attempt("0/0", () -> BigDecimal.ZERO.divide(BigDecimal.ZERO));
        attempt("setScale unnecessary", () -> dec("1.25").setScale(1));
        attempt("setScale exact", () -> dec("1.250").setScale(2));
        attempt("intValueExact", () -> dec("1.5").intValueExact());
        attempt("longValueExact", () -> dec("1E+3").longValueExact());
        attempt("toBigIntegerExact", () -> dec("1.0").toBigIntegerExact());
        attempt("pow negative", () -> dec("2").pow(-1));
        attempt("pow in context", () -> dec("1.0000001").pow(1000000, MathContext.DECIMAL64));
        attempt("pow negative in context", () -> dec("2").pow(-3, MathContext.DECIMAL32));
        attempt("parse", () -> dec("1.2.3"));
        attempt("parse empty", () -> dec(""));
        attempt("parse hex", () -> dec("0x10"));
        attempt("from NaN", () -> new BigDecimal(Double.NaN));
        attempt("from chars", () -> new BigDecimal("ab12.5cd".toCharArray(), 2, 4));
        attempt("context parse", () -> new MathContext("precision=5 roundingMode=FLOOR"));
        attempt("overflow", () -> dec("1E+2147483647").multiply(BigDecimal.TEN));
        attempt("sqrt 2", () -> dec("2").sqrt(new MathContext(50)));
        attempt("sqrt 0.0144", () -> dec("0.0144").sqrt(MathContext.UNLIMITED));
        attempt("sqrt -1", () -> dec("-1").sqrt(MathContext.DECIMAL32));
        System.out.println("from doubles " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(1e-5) + " " + BigDecimal.valueOf(100, 2) + " " + BigDecimal.valueOf(5) + " " + new BigDecimal(0.1, MathContext.DECIMAL32)
            + " " + new BigDecimal(BigInteger.TEN, -2) + " " + new BigDecimal(1234567L, new MathContext(3)) + " " + new BigDecimal(-0.0));
        System.out.println("equality " + dec("2.0").equals(dec("2.00")) + " " + dec("2.0").compareTo(dec("2.00")) + " " + (dec("2.0").hashCode() == dec("2.00").hashCode()) + " " + new TreeSet<>(List.of(dec("1.0"), dec("2"), dec("1.00").add(dec("3"))))
            + " " + new HashSet<>(List.of(dec("1"), dec("1.0"))).size() + " " + dec("1E+400").compareTo(dec("9E+399")));
        MathContext mc = new MathContext(60);
        System.out.println("e " + exp(BigDecimal.ONE, mc));
        System.out.println("e^-2.5 " + exp(dec("-2.5"), new MathContext(40, RoundingMode.FLOOR)));
        BigDecimal x = dec("1.5");
        for (int i = 0; i < 7; i++) x = x.subtract(x.multiply(x).subtract(dec("3")).divide(x.multiply(dec("2")), mc)).round(mc);
        System.out.println("newton sqrt(3) " + x + " " + x.multiply(x, new MathContext(50)));
        BigDecimal balance = dec("1000.00"), rate = dec("0.0375");
        for (int month = 1; month <= 24; month++) {
            BigDecimal interest = balance.multiply(rate).divide(BigDecimal.valueOf(12), 2, RoundingMode.HALF_EVEN);
            balance = balance.add(interest).subtract(dec("12.34"));
            if (month % 6 == 0) System.out.println("month " + month + " interest " + interest + " balance " + balance);
        }
        BigDecimal harmonic = BigDecimal.ZERO;
        for (int i = 1; i <= 200; i++) harmonic = harmonic.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), MathContext.DECIMAL128));
        System.out.println("harmonic " + harmonic);
        Random random = new Random(11);
        BigDecimal sum = BigDecimal.ZERO, product = BigDecimal.ONE;
        for (int i = 0; i < 200; i++) {
            BigDecimal d = new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(20) - 5);
            sum = sum.add(d);
            product = product.multiply(d, MathContext.DECIMAL64);
        }
        System.out.println("sum " + sum + " product " + product + " big " + dec("3.7").pow(200).hashCode() + " " + dec("3.7").pow(200).precision());
    }
}
