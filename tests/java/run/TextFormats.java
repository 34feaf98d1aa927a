// run: min=17
import java.text.*;
import java.util.*;

/** NumberFormat, DecimalFormat, MessageFormat, ChoiceFormat, compact numbers, parsing positions, collation, breaking, locales, properties, resource bundles. */
public class TextFormats {
    public static class Words extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"hello", "Hello"}, {"bye", "Goodbye"}, {"count", 3}, {"list", new String[] {"a", "b"}}}; } }
    public static class Words_fr extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"hello", "Bonjour"}}; } }
    public static class Words_fr_CA extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"bye", "Salut"}}; } }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void numbers() {
        DecimalFormatSymbols us = DecimalFormatSymbols.getInstance(Locale.US);
        double[] values = {0, -0.0, 1234567.891, -0.005, 0.125, 1e10, 99.995, Double.NaN, Double.NEGATIVE_INFINITY, 123};
        for (String pattern : new String[] {"#,##0.00", "0.###", "00000", "#.##%", "0.00E0", "##0.##E0", "¤#,##0.00;(¤#,##0.00)", "#,####.#", "'#'0", "0.0‰", "#"}) {
            DecimalFormat f = new DecimalFormat(pattern, us);
            StringJoiner j = new StringJoiner(" | ");
            for (double v : values) j.add(f.format(v));
            System.out.println(pattern + " -> " + j + " [" + f.toPattern() + "]");
        }
        DecimalFormat f = new DecimalFormat("0.0", us);
        for (java.math.RoundingMode m : java.math.RoundingMode.values()) { if (m == java.math.RoundingMode.UNNECESSARY) continue; f.setRoundingMode(m); System.out.print(m + ":" + f.format(0.25) + "," + f.format(-0.35) + "," + f.format(new java.math.BigDecimal("2.05")) + " "); }
        System.out.println(f.format(Long.MAX_VALUE) + " " + f.format(new java.math.BigInteger("123456789012345678901234567890")));
        for (Locale l : new Locale[] {Locale.US, Locale.GERMANY, Locale.forLanguageTag("en-IN"), Locale.JAPAN, Locale.ROOT}) System.out.println(l.toLanguageTag() + " " + NumberFormat.getInstance(l).format(-1234567.891) + " " + NumberFormat.getPercentInstance(l).format(0.256) + " " + NumberFormat.getIntegerInstance(l).format(2.5) + " " + NumberFormat.getCurrencyInstance(l).getCurrency() + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.SHORT).format(12345));
        NumberFormat n = NumberFormat.getInstance(Locale.US);
        n.setMinimumIntegerDigits(3);
        n.setMaximumFractionDigits(1);
        n.setGroupingUsed(false);
        System.out.println(n.format(5.67) + " " + n.format(12345));
        attempt("parse", () -> n.parse("1234.5xyz") + " " + n.parse("-7") + " " + n.parse("1e3").getClass().getSimpleName() + " " + NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5") + " " + NumberFormat.getPercentInstance(Locale.US).parse("12%"));
        attempt("parse fails", () -> n.parse("x12"));
        ParsePosition at = new ParsePosition(4);
        System.out.println(n.parse("abc 42 def", at) + " " + at.getIndex() + " " + n.parse("zz", new ParsePosition(0)) + " " + at);
        DecimalFormat big = new DecimalFormat("#,##0.###", us);
        big.setParseBigDecimal(true);
        attempt("big", () -> big.parse("1,234,567,890,123.4567").getClass().getSimpleName() + big.parse("0.10"));
        FieldPosition field = new FieldPosition(NumberFormat.Field.FRACTION);
        System.out.println(big.format(1234.5, new StringBuffer("<"), field) + " " + field.getBeginIndex() + "-" + field.getEndIndex() + " " + big.equals(new DecimalFormat("#,##0.###", us)));
        attempt("bad pattern", () -> new DecimalFormat("0.0.0", us));
    }

    static void messages() {
        System.out.println(new MessageFormat("{0} has {1,number,integer} of {2,number,#.#} on {3,date,yyyy-MM-dd} '{'quoted'}' it''s {0}", Locale.US).format(new Object[] {"Ann", 1234, 2.55, new Date(0)}));
        System.out.println(MessageFormat.format("{0} {1} {2} {3}", "a", null, 'c') + " " + new MessageFormat("{0,choice,0#none|1#one|1<many {0,number}}", Locale.US).format(new Object[] {5}) + " " + new MessageFormat("{1}{0}{1}", Locale.US).format(new Object[] {"x", "y"}));
        ChoiceFormat c = new ChoiceFormat("-1#negative|0#zero|1#one|2<more than two");
        for (double d : new double[] {-5, -1, 0, 0.5, 1, 2, 2.1, Double.NaN}) System.out.print(c.format(d) + "; ");
        System.out.println(c.toPattern() + " " + ChoiceFormat.nextDouble(1) + " " + new ChoiceFormat(new double[] {0, 1}, new String[] {"no", "yes"}).format(7));
        attempt("message parse", () -> Arrays.toString(new MessageFormat("from {0} to {1}", Locale.US).parse("from here to there")));
        attempt("message number parse", () -> Arrays.toString(new MessageFormat("{0,number} items", Locale.US).parse("1,234 items")));
        attempt("message mismatch", () -> new MessageFormat("a{0}", Locale.US).parse("b"));
        attempt("bad message", () -> new MessageFormat("{0,nope}", Locale.US));
        attempt("unmatched", () -> new MessageFormat("{0", Locale.US));
        attempt("wrong argument", () -> new MessageFormat("{0,number}", Locale.US).format(new Object[] {"text"}));
        StringCharacterIterator it = new StringCharacterIterator("abc", 1);
        System.out.println(it.current() + "" + it.next() + (it.next() == CharacterIterator.DONE) + it.first() + it.setIndex(2) + it.previous());
    }

    static void textTools() {
        BreakIterator words = BreakIterator.getWordInstance(Locale.US), sentences = BreakIterator.getSentenceInstance(Locale.US), chars = BreakIterator.getCharacterInstance(Locale.US);
        String text = "Hello, big world. Isn't 3.14 fun? Yes!";
        for (BreakIterator b : new BreakIterator[] {words, sentences}) { b.setText(text); StringJoiner j = new StringJoiner("|"); for (int s = b.first(), e = b.next(); e != BreakIterator.DONE; s = e, e = b.next()) j.add(text.substring(s, e)); System.out.println(j); }
        chars.setText("e\u0301a");
        System.out.println(chars.next() + " " + chars.next());
        Collator collator = Collator.getInstance(Locale.FRANCE);
        List<String> names = new ArrayList<>(List.of("cote", "côte", "coté", "Cote", "zèbre", "Zoo", "zebre", "œuf", "oeuf"));
        names.sort(collator);
        collator.setStrength(Collator.PRIMARY);
        System.out.println(names + " " + collator.compare("cote", "CÔTÉ") + " " + Arrays.equals(collator.getCollationKey("a").toByteArray(), collator.getCollationKey("Á").toByteArray()));
        Locale l = Locale.forLanguageTag("zh-Hant-TW-x-priv");
        System.out.println(l + " " + l.getScript() + l.getCountry() + " " + l.toLanguageTag() + " " + new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build() + " " + Locale.GERMANY.getDisplayCountry(Locale.US) + " " + Locale.FRENCH.getDisplayLanguage(Locale.GERMAN) + " " + Locale.forLanguageTag("de-POSIX-x-URP-lvariant-Abc") + " " + Locale.US.getISO3Country() + Locale.US.equals(Locale.forLanguageTag("en-US")) + " " + Locale.lookup(Locale.LanguageRange.parse("fr-CA;q=0.9,en"), List.of(Locale.FRENCH, Locale.UK)) + " " + Currency.getInstance("JPY").getDefaultFractionDigits() + Currency.getInstance(Locale.UK));
        attempt("bad locale", () -> new Locale.Builder().setLanguage("toolonglanguage").build());
        attempt("bad currency", () -> Currency.getInstance("XXY"));
    }

    static void resources() throws Exception {
        Locale.setDefault(Locale.ROOT);
        for (Locale l : new Locale[] {Locale.ROOT, Locale.FRENCH, Locale.CANADA_FRENCH, Locale.JAPAN}) { ResourceBundle b = ResourceBundle.getBundle("TextFormats$Words", l); System.out.println(b.getLocale() + " " + b.getString("hello") + " " + b.getString("bye") + " " + b.getObject("count") + b.getStringArray("list").length + " " + new TreeSet<>(b.keySet()) + b.containsKey("nope")); }
        attempt("missing key", () -> ResourceBundle.getBundle("TextFormats$Words").getString("nope"));
        attempt("wrong type", () -> { try { return ResourceBundle.getBundle("TextFormats$Words").getString("count"); } catch (ClassCastException e) { return "ClassCastException"; } });
        attempt("missing bundle", () -> ResourceBundle.getBundle("no.such.Bundle", Locale.US));
        PropertyResourceBundle file = new PropertyResourceBundle(new java.io.StringReader("key=value\nother : x"));
        System.out.println(file.getString("other") + new TreeSet<>(file.keySet()));
        Properties p = new Properties(), defaults = new Properties();
        defaults.setProperty("fallback", "used");
        p = new Properties(defaults);
        p.load(new java.io.StringReader("# comment\n! also\na=1\nb : two words  \n c\t3\nd\ne=\nlong = first \\\n   second\nesc\\:aped\\=k=v\\u20ac\\t|\\n\\q\nempty value\\ key=ok\na=again\n"));
        System.out.println(new TreeMap<>(p) + " " + p.getProperty("fallback") + p.getProperty("nope") + p.getProperty("nope", "def") + " " + p.stringPropertyNames().size() + " " + p.get("fallback"));
        java.io.StringWriter out = new java.io.StringWriter();
        Properties q = new Properties();
        q.setProperty("k e:y", " v=\u00e9\u20ac#!\n");
        q.store(out, "header\nsecond");
        System.out.println(out.toString().lines().filter(s -> !s.matches("#\\w{3} \\w{3} .*")).toList());
        java.io.ByteArrayOutputStream xml = new java.io.ByteArrayOutputStream();
        q.storeToXML(xml, "about", "UTF-8");
        Properties back = new Properties();
        back.loadFromXML(new java.io.ByteArrayInputStream(xml.toByteArray()));
        System.out.println(back.equals(q) + " " + xml.toString("UTF-8").contains("<comment>about</comment>"));
        attempt("bad escape", () -> { new Properties().load(new java.io.StringReader("a=\\u12")); return 0; });
    }

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        numbers();
        messages();
        textTools();
        resources();
    }
}
