// run: min=17
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.*;

/** String.format: integers, floats, strings, characters, dates, widths, flags, argument indexes, Formattable, every failure. */
public class FormatterBroad {
    static void show(String format, Object... arguments) {
        try {
            System.out.println(format + " -> [" + String.format(Locale.ROOT, format, arguments) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(format + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static class Money implements Formattable {
        public void formatTo(Formatter f, int flags, int width, int precision) {
            f.format("money(%d,%d,%d,%s)", flags, width, precision, f.locale());
        }
    }

    static class Named { @Override public String toString() { return "Named"; } @Override public int hashCode() { return 0xBEEF; } }

    public static void main(String[] args) {
        for (Object n : new Object[] {0, 42, -42, Integer.MAX_VALUE, Integer.MIN_VALUE, (byte) -3, (short) 300, 1L << 40, Long.MIN_VALUE, new BigInteger("-123456789012345678901234567890"), null}) {
            show("%d|%8d|%-14d|%014d|%+d|% d|%(d|%,d|%x|%o|%X", n, n, n, n, n, n, n, n, n, n, n);
        }
        show("%#x %#o %08x %x %o", 255, 8, 48879, (byte) -1, (short) -1);
        for (double d : new double[] {0, -0.0, 1, -1.5, 3.14159265, 0.000123456, 123456789.987, 1e20, 1e-10, 0.5, 1.5, 2.5, 0.125, 9.9999995, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE}) {
            if (d < 1e300) show("%f|%.0f|%.2f|%10.3f|%-10.1f|%+.1f|%(.1f|%,.2f|%e|%.3E|%g|%.3g", d, d, d, d, d, d, d, d, d, d, d, d);
            show("%a %h %s %012.4e", d, d, d, d);
        }
        show("%.3f %10.1f %e %s", 1.0005f, 2.25f, 1e-5f, 0.1f);
        show("%.5f %20.2f %s %,.1f %e %g", new BigDecimal("12345.678905"), new BigDecimal("-1E+5"), new BigDecimal("1E-10"), new BigDecimal("9999999.95"), new BigDecimal("123.456"), new BigDecimal("0.00012345"));
        show("%s|%10s|%-10s|%.2s|%10.3s|%S|%s|%s", "text", "text", "text", "text", "text", "text", null, List.of(1, 2));
        show("%b %B %b %b %10b %.2b %b", true, false, null, "x", true, true, 0);
        show("%c %C %c %5c %-5c| %c %c", 'a', 'a', 65, 'b', 'c', 0x1F600, (byte) 66);
        show("%h %H %h %s %S", "hello", new Named(), null, new Named(), new Named());
        show("%% %5% %-5%| %n".replace("%n", ""));
        show("line%nend".replace("%n", "%%n"));
        System.out.println(String.format("a%nb").equals("a" + System.lineSeparator() + "b"));
        show("%2$s %1$s %s %<s %s %2$s", "one", "two");
        show("%3$-5s|%1$05d|%2$+.1f", 7, 2.25, "x");
        show("%s %10s %#s %-8.3S", new Money(), new Money(), new Money(), new Money());

        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(1_000_000_000_123L);
        show("%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tp %<tj %<ty %<te %<tI %<tl %<tk %<tN %<tz %<tZ %<ts %<tQ", calendar);
        show("%tB %<tb %<tA %<ta %<tC %<tR %<tT %<tr %<tD %<tF %<tc", calendar);
        show("%TB %<tF", LocalDateTime.of(2024, 2, 29, 23, 59, 1).atOffset(ZoneOffset.ofHours(-3)));
        show("%tH:%<tM", LocalDateTime.of(2024, 2, 29, 23, 59));
        show("%tz", LocalDateTime.of(2024, 2, 29, 23, 59));

        show("%d", "text");
        show("%d", 1.5);
        show("%f", 1);
        show("%c", "str");
        show("%c", 0x110000);
        show("%s %s", "only one");
        show("%q", 1);
        show("%", 1);
        show("%5", 1);
        show("%-d", 1);
        show("%-05d", 1);
        show("%+ d", 1);
        show("%.2d", 1);
        show("%#d", 1);
        show("%,x", 1);
        show("%(s", 1);
        show("%5n", 1);
        show("%<s", 1);
        show("%0$s", 1);
        show("%99$s", 1);
        show("%tq", 1L);
        show("%t", 1L);
        show("%tY", "text");
        show("%#b", true);
        show("%.1c", 'c');
        show("%--5d", 3);
        show("%d %z", 1);
        show("%,d %<(d %<+d", -1234567);
        System.out.println(String.format(Locale.US, "%,.2f", 1234567.891) + " " + String.format(Locale.GERMANY, "%,.2f %e", 1234567.891, 1.5) + " " + String.format(Locale.FRANCE, "%.1f", 0.5)
            + " " + String.format((Locale) null, "%,d", 1234567) + " " + String.format(Locale.forLanguageTag("hi-IN-u-nu-deva"), "%d", 123));
        StringBuilder out = new StringBuilder("start ");
        try (Formatter f = new Formatter(out, Locale.ROOT)) {
            f.format("%03d", 7).format(" %s", "chained");
            System.out.println(f.out() == out);
        }
        try {
            Formatter closed = new Formatter();
            closed.close();
            closed.format("x");
        } catch (FormatterClosedException e) {
            System.out.println(out + " closed");
        }
        System.out.printf(Locale.ROOT, "%-10s|%6.2f|%n", "printf", Math.E);
        System.out.format(Locale.ROOT, "%s%n", "%d fmt".formatted(5));
        StringBuilder table = new StringBuilder();
        for (int i = 1; i <= 5; i++) table.append(String.format(Locale.ROOT, "%3d %5d %8.4f %s%n", i, i * i * i, Math.sqrt(i), "*".repeat(i)));
        System.out.print(table);
    }
}
