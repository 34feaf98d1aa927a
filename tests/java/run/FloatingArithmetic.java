// run: min=17
/** float and double: NaN, signed zeros, infinities, subnormals, remainder, comparison, rounding and printing. */
public class FloatingArithmetic {
    static final double[] DOUBLES = {0.0, -0.0, 1.0, -1.0, 0.1, 1.5, -2.5, 3.0, 1e10, -1e-10, 1e300, 4.9e-324,
        Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
    static final float[] FLOATS = {0f, -0f, 1f, -1f, 0.1f, 1.5f, -2.5f, 16777216f, 16777217f, 1e38f, 1.4e-45f,
        Float.MIN_NORMAL, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};

    static long checksum = 7;

    static void mix(double value) {
        checksum = checksum * 31 + Double.doubleToLongBits(value);
    }

    static void mix(float value) {
        checksum = checksum * 31 + Float.floatToIntBits(value);
    }

    static String relations(double a, double b) {
        return (a < b ? "<" : ".") + (a <= b ? "L" : ".") + (a == b ? "=" : ".") + (a != b ? "!" : ".")
            + (a >= b ? "G" : ".") + (a > b ? ">" : ".") + (!(a < b) ? "n" : ".") + (!(a > b) ? "N" : ".");
    }

    static String relations(float a, float b) {
        return (a < b ? "<" : ".") + (a <= b ? "L" : ".") + (a == b ? "=" : ".") + (a != b ? "!" : ".")
            + (a >= b ? "G" : ".") + (a > b ? ">" : ".") + (!(a < b) ? "n" : ".") + (!(a > b) ? "N" : ".");
    }

    static void doubles() {
        for (double a : DOUBLES) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (double b : DOUBLES) {
                mix(a + b); mix(a - b); mix(a * b); mix(a / b); mix(a % b); mix(-a);
                mix(Math.min(a, b)); mix(Math.max(a, b));
                line.append(' ').append(relations(a, b));
            }
            System.out.println(line.append(" -> ").append(checksum));
        }
        System.out.println("1/0 " + 1 / 0.0 + " 1/-0 " + 1 / -0.0 + " 0/0 " + 0 / 0.0 + " inf-inf "
            + (Double.POSITIVE_INFINITY - Double.POSITIVE_INFINITY) + " inf*0 " + Double.POSITIVE_INFINITY * 0);
        System.out.println("remainders " + 5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 1e300 % 3 + " " + 5 % Double.POSITIVE_INFINITY
            + " " + -0.0 % 1 + " " + Double.POSITIVE_INFINITY % 2 + " " + 1 % 0.0);
        System.out.println("IEEE remainders " + Math.IEEEremainder(5.5, 2) + " " + Math.IEEEremainder(3, 2) + " " + Math.IEEEremainder(-5, 3));
        System.out.println("sums " + (0.1 + 0.2) + " " + (0.1 + 0.7) * 10 + " " + (1e16 + 1) + " " + (1e16 + 2) + " " + 1.0 / 3);
        double sum = 0;
        for (int i = 1; i <= 1000; i++) sum += 1.0 / i / i;
        System.out.println("partial zeta(2) " + sum + " pi " + Math.sqrt(sum * 6));
        double d = 1;
        int halvings = 0;
        while (d > 0) { d /= 2; halvings++; }
        System.out.println("halvings to zero " + halvings);
        d = 1;
        int doublings = 0;
        while (d < Double.POSITIVE_INFINITY) { d *= 2; doublings++; }
        System.out.println("doublings to infinity " + doublings);
        double[] cell = {1.25};
        cell[0]++;
        cell[0] -= 0.5f;
        cell[0] *= -4;
        System.out.println("cell " + cell[0]);
    }

    static void floats() {
        for (float a : FLOATS) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (float b : FLOATS) {
                mix(a + b); mix(a - b); mix(a * b); mix(a / b); mix(a % b); mix(-a);
                mix(Math.min(a, b)); mix(Math.max(a, b));
                line.append(' ').append(relations(a, b));
            }
            System.out.println(line.append(" -> ").append(checksum));
        }
        float f = 0;
        for (int i = 0; i < 10; i++) f += 0.1f;
        System.out.println("ten tenths " + f + " as double " + (double) f);
        f = 16777216f;
        f++;
        System.out.println("2^24 + 1 " + f + " and with int " + (f + 1) + " double " + (f + 1.0));
        System.out.println("float product overflows " + 1e30f * 1e30f + ", as double " + 1e30f * 1e30);
        System.out.println("remainder " + 7.5f % 2f + " " + -7.5f % 2f + " " + 7.5f % 0f);
    }

    public static void main(String[] args) {
        doubles();
        floats();
        System.out.println("NaN equals NaN: " + Double.valueOf(Double.NaN).equals(Double.NaN) + " == " + (DOUBLES[17] == DOUBLES[17]));
        System.out.println("0.0 equals -0.0: " + Double.valueOf(0.0).equals(-0.0) + " == " + (DOUBLES[0] == DOUBLES[1])
            + " compare " + Double.compare(0.0, -0.0) + " " + Float.compare(-0f, 0f) + " " + Double.compare(Double.NaN, 1));
        double[] printed = {1e7, 9999999, 1e-3, 9.99e-4, 123456789.125, 1e21, 1e22, 1e23, 2e23, 4.35, 100, 0.5e-5, 1.0E-320,
            Double.MIN_VALUE, Math.PI, Math.E, 1234567890123456789.0};
        for (double p : printed) {
            System.out.println(p + " " + (float) p + " " + Double.toHexString(p));
        }
        for (String text : new String[] {"1e400", "-1e-400", "0x1.8p1", " 12.5 ", "NaN", "-Infinity", "1d", "1.5f", "4.9E-324", "2.2250738585072012e-308",
                "1.7976931348623159e308", "9007199254740993", "abc", "", "1e", "0x1.8"}) {
            try {
                double d = Double.parseDouble(text);
                System.out.println("parse '" + text + "' = " + d + " float " + Float.parseFloat(text));
            } catch (NumberFormatException e) {
                System.out.println("parse '" + text + "': " + e.getMessage());
            }
        }
        System.out.println("bits " + Long.toHexString(Double.doubleToRawLongBits(-0.0)) + " " + Long.toHexString(Double.doubleToLongBits(Double.NaN))
            + " " + Integer.toHexString(Float.floatToIntBits(1.1f)) + " " + Float.intBitsToFloat(0x7f7fffff) + " " + Double.longBitsToDouble(1));
        System.out.println("checksum " + checksum);
    }
}
