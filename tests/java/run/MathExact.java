// run: min=17
import java.util.function.*;

/** Math and StrictMath: exact bit results, exact-arithmetic methods, rounding, ulps, scaling, fused multiply-add. */
public class MathExact {
    static final double[] ARGUMENTS = {0, -0.0, 1e-300, 1e-8, 0.1, 0.5, 0.7071067811865476, 1, 1.5, 2, 2.5, 3.141592653589793, 4.75, 10, 22.0 / 7, 100.25, 1000, 1e6, 1e15, 1e22, 1e300,
        -0.3, -1, -2.5, -7.75, -1e10, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    static String bits(double d) {
        return d + "/" + Long.toHexString(Double.doubleToLongBits(d));
    }

    static void unary(String name, DoubleUnaryOperator f) {
        StringBuilder out = new StringBuilder(name);
        for (double d : ARGUMENTS) out.append(' ').append(bits(f.applyAsDouble(d)));
        System.out.println(out);
    }

    static void binary(String name, DoubleBinaryOperator f) {
        long checksum = 0;
        StringBuilder out = new StringBuilder(name);
        for (double a : ARGUMENTS) {
            for (double b : ARGUMENTS) {
                double r = f.applyAsDouble(a, b);
                checksum = checksum * 31 + Double.doubleToLongBits(r);
            }
            out.append(' ').append(Long.toHexString(checksum));
        }
        System.out.println(out + " sample " + bits(f.applyAsDouble(2.5, 3.75)) + " " + bits(f.applyAsDouble(-7.75, 0.1)));
    }

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (ArithmeticException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        unary("sin", StrictMath::sin);
        unary("cos", StrictMath::cos);
        unary("tan", StrictMath::tan);
        unary("asin", StrictMath::asin);
        unary("acos", StrictMath::acos);
        unary("atan", StrictMath::atan);
        unary("exp", StrictMath::exp);
        unary("log", StrictMath::log);
        unary("log10", StrictMath::log10);
        unary("cbrt", StrictMath::cbrt);
        unary("sinh", StrictMath::sinh);
        unary("cosh", StrictMath::cosh);
        unary("tanh", StrictMath::tanh);
        unary("expm1", StrictMath::expm1);
        unary("log1p", StrictMath::log1p);
        unary("sqrt", Math::sqrt);
        unary("rint", Math::rint);
        unary("floor", Math::floor);
        unary("ceil", Math::ceil);
        unary("ulp", Math::ulp);
        unary("signum", Math::signum);
        unary("nextUp", Math::nextUp);
        unary("nextDown", Math::nextDown);
        unary("abs", Math::abs);
        unary("radians", Math::toRadians);
        unary("degrees", Math::toDegrees);
        unary("exponent", Math::getExponent);
        unary("scalb", d -> Math.scalb(d, -1030));
        unary("round", Math::round);
        unary("float round", d -> Math.round((float) d));
        unary("float sqrt", d -> (float) Math.sqrt((float) d));
        binary("pow", StrictMath::pow);
        binary("atan2", StrictMath::atan2);
        binary("hypot", StrictMath::hypot);
        binary("IEEEremainder", Math::IEEEremainder);
        binary("copySign", Math::copySign);
        binary("nextAfter", Math::nextAfter);
        binary("max", Math::max);
        binary("min", Math::min);
        binary("fma", (a, b) -> Math.fma(a, b, 0.1));
        binary("float fma", (a, b) -> Math.fma((float) a, (float) b, 0.1f));
        binary("remainder", (a, b) -> a % b);

        for (double d : new double[] {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 9007199254740993.0, 1e18, 1e19, -1e19})
            System.out.println(d + " round " + Math.round(d) + " rint " + Math.rint(d) + " floor " + Math.floor(d) + " ceil " + Math.ceil(d) + " float " + Math.round((float) d));
        int[] ints = {0, 1, -1, 7, -7, 3, -3, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : ints) for (int b : new int[] {3, -3, 7, 1, -1, Integer.MIN_VALUE})
            System.out.print(Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + " " + Math.floorMod((long) a, b) + " " + Math.multiplyFull(a, b) + (b == -1 ? "\n" : "; "));
        System.out.println();
        for (long a : new long[] {5, -5, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 33}) for (long b : new long[] {3, -2, Long.MIN_VALUE, Long.MAX_VALUE})
            System.out.println(a + " " + b + " high " + Math.multiplyHigh(a, b) + " floor " + Math.floorDiv(a, b) + " " + Math.floorMod(a, b));
        attempt("addExact", () -> Math.addExact(Integer.MAX_VALUE - 1, 1));
        attempt("addExact over", () -> Math.addExact(Integer.MIN_VALUE, -1));
        attempt("addExact long", () -> Math.addExact(Long.MAX_VALUE, 1L));
        attempt("subtractExact", () -> Math.subtractExact(Integer.MIN_VALUE, 1));
        attempt("subtractExact long", () -> Math.subtractExact(0L, Long.MIN_VALUE));
        attempt("multiplyExact", () -> Math.multiplyExact(46341, 46341));
        attempt("multiplyExact long", () -> Math.multiplyExact(3037000499L, 3037000499L));
        attempt("multiplyExact long over", () -> Math.multiplyExact(Long.MIN_VALUE, -1L));
        attempt("multiplyExact mixed", () -> Math.multiplyExact(1L << 40, 1 << 20));
        attempt("incrementExact", () -> Math.incrementExact(Integer.MAX_VALUE));
        attempt("decrementExact", () -> Math.decrementExact(Long.MIN_VALUE));
        attempt("negateExact", () -> Math.negateExact(Long.MIN_VALUE));
        attempt("toIntExact", () -> Math.toIntExact(-2147483648L));
        attempt("toIntExact over", () -> Math.toIntExact(2147483648L));
        attempt("absExact", () -> Math.absExact(Integer.MIN_VALUE));
        attempt("floorMod zero", () -> Math.floorMod(1L, 0));
        System.out.println(Math.fma(0.1, 10, -1) + " " + (0.1 * 10 - 1) + " " + Math.fma(1e200, 1e200, Double.NEGATIVE_INFINITY) + " " + Math.fma(3f, 4f, 5f) + " " + Math.fma(Double.MIN_VALUE, 0.5, 0) + " " + Math.fma(1 + 0x1p-52, 1 + 0x1p-52, -1));
        System.out.println(Math.abs(-0.0) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-5L) + " " + Math.max(-0f, 0f) + " " + Math.min(-0.0, 0.0) + " " + Math.max(Float.NaN, 1f) + " " + Math.max(3L, -4L) + " " + Math.ulp(1e10f) + " " + Math.nextUp(1f)
            + " " + Math.nextAfter(0f, -1) + " " + Math.scalb(1.5f, 130) + " " + Math.getExponent(1e-40f) + " " + Math.signum(-3f) + " " + Math.copySign(1f, -0f));
        double series = 0;
        for (int i = 1; i < 2000; i++) series += StrictMath.sin(i) / i + StrictMath.exp(-i * 0.01) * StrictMath.cos(i * 0.5) + StrictMath.log(i) / StrictMath.pow(i, 1.5);
        System.out.println("series " + bits(series) + " sqrt(2) " + bits(Math.sqrt(2)) + " pow(2,0.5) " + bits(StrictMath.pow(2, 0.5)));
    }
}
