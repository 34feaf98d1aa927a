// run: min=17
import java.util.List;
import java.util.Locale;

/** The + operator on strings: every operand type, constants, nulls, order of evaluation, many operands, Latin-1 and UTF-16. */
public class StringConcatenation {
    static final String CONST = "const" + 1 + 2L + 'c' + 1.5f + 2.5 + true + null + (byte) 3;
    static final char QUOTE = '"';
    static int calls;

    static class Money {
        final long cents;
        Money(long cents) { this.cents = cents; }
        @Override public String toString() { calls++; return String.format(Locale.ROOT, "$%d.%02d", cents / 100, cents % 100); }
    }

    static class NullText {
        @Override public String toString() { return null; }
    }

    static class Failing {
        @Override public String toString() { throw new UnsupportedOperationException("toString #" + ++calls); }
    }

    static String next(StringBuilder trace, String value) {
        trace.append(value);
        return value;
    }

    static String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o) {
        return "z" + z + "b" + b + "s" + s + "c" + c + "i" + i + "l" + l + "f" + f + "d" + d + "t" + t + "o" + o;
    }

    public static void main(String[] args) {
        System.out.println(CONST + QUOTE);
        System.out.println(all(true, (byte) -128, (short) -32768, 'x', Integer.MIN_VALUE, Long.MIN_VALUE, Float.MIN_VALUE, Double.MAX_VALUE, null, null));
        System.out.println(all(false, (byte) 127, (short) 32767, '\u20ac', Integer.MAX_VALUE, Long.MAX_VALUE, Float.NaN, -0.0, "", List.of(1, "two", '3')));
        int i = 1;
        long l = 2;
        char c = 'c';
        String s = "s";
        System.out.println(i + l + s + i + l + c + (i + l) + (char) (c + i) + (c + i) + -i + +l + ~i + (s == null));
        System.out.println(c + c + s + c + c);
        System.out.println('a' + 'b' + "c" + 'd' + 'e');
        System.out.println("" + 1 / 2 + 1 / 2.0 + 7 % 4 + (1 > 2 ? "y" : 'n') + null);
        String nothing = null;
        nothing += null;
        nothing += 1;
        System.out.println(nothing + " " + nothing.length());
        String grow = "";
        for (int k = 0; k < 15; k++) grow += k % 2 == 0 ? (Object) k : (Object) (char) ('a' + k);
        System.out.println(grow);
        String[] cell = {"a", "b"};
        int index = 0;
        cell[index++] += "x" + index;
        cell[index--] += index;
        System.out.println(cell[0] + cell[1] + index);
        Object o = "obj";
        o += "ect";
        o = o + "!" + o;
        System.out.println(o);
        CharSequence builder = new StringBuilder("builder");
        System.out.println("seq " + builder + (builder instanceof String) + new StringBuilder().append(1).append('z') + new int[0].length);

        StringBuilder trace = new StringBuilder();
        String ordered = next(trace, "1") + next(trace, "2") + (next(trace, "3") + next(trace, "4")) + trace + next(trace, "5");
        System.out.println(ordered + " traced " + trace);
        StringBuilder mutable = new StringBuilder("x");
        String early = "" + mutable + mutable.append("y") + mutable.append("z");
        System.out.println("evaluated eagerly or late: " + early);
        Money m = new Money(123456);
        System.out.println("money " + m + " and " + m + " calls " + calls);
        System.out.println("null text " + new NullText() + ".");
        try {
            System.out.println("a" + new Failing() + next(trace, "unreached"));
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage() + " " + trace);
        }
        String marks = "\u0001" + i + "\u0002" + s + "\u0001\u0002";
        System.out.println("tags kept: " + marks.length() + " " + (int) marks.charAt(0) + (int) marks.charAt(2) + (int) marks.charAt(4) + (int) marks.charAt(5));
        String euro = "€", latin = "é", emoji = "\uD83D\uDE00";
        System.out.println(latin + euro + i + emoji + c + latin + " " + (latin + euro + i + emoji).length());
        System.out.println((latin + i).equals("é1") + " " + (euro + i).hashCode() + " " + (latin + latin).hashCode() + " " + (euro + latin).substring(1).equals(latin));
        char high = '\uD83D', low = '\uDE00';
        String pair = "" + high + low;
        System.out.println(pair.equals(emoji) + " " + pair.codePointAt(0) + " " + ("" + high).length());

        String many = s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c
            + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c
            + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c + s + i + l + c;
        System.out.println(many.length() + " " + many.hashCode() + " " + many.substring(0, 8));
        double[] doubles = {1, 0.1, 100, 1e6, 1e7, 1.0E-5, 123.456, 1.0 / 3, Double.MIN_VALUE, Double.POSITIVE_INFINITY};
        String line = "";
        for (double d : doubles) line += d + "/" + (float) d + " ";
        System.out.println(line.trim());
        String text = """
            Text blocks \
            join lines,
              keep indentation,
            "quote" and \""" escape,
            trail\040
            unicode \u00e9 tab\tend""" + i;
        System.out.println(text);
        System.out.println("""
            a
              b   \s
           c
           """.replace(' ', '.'));
        Integer boxed = 5;
        Character letter = 'L';
        Boolean none = null;
        System.out.println(boxed + letter + "=" + boxed + letter + none + (boxed + 1) + Thread.State.NEW + int.class + String.class + new StringBuilder("sb"));
    }
}
