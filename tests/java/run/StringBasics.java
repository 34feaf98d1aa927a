// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The everyday String API: comparison, searching, slicing, splitting, joining, trimming, hashing. */
public class StringBasics {
    static void attempt(String what, java.util.function.Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + " threw " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        String s = "The quick brown fox";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('q') + " " + s.indexOf("o") + " " + s.indexOf("o", 13)
            + " " + s.lastIndexOf('o') + " " + s.lastIndexOf("o", 16) + " " + s.indexOf("zebra") + " " + s.indexOf("") + " " + s.indexOf("", 99)
            + " " + s.lastIndexOf("") + " " + s.indexOf('T', -5) + " " + s.lastIndexOf('T', -1));
        System.out.println(s.substring(4, 9) + "|" + s.substring(16) + "|" + s.substring(19) + "|" + s.subSequence(0, 3) + "|" + s.substring(0).equals(s));
        System.out.println(s.startsWith("The") + " " + s.startsWith("quick", 4) + " " + s.startsWith("x", -1) + " " + s.endsWith("fox") + " " + s.endsWith("")
            + " " + s.contains("own f") + " " + s.contains("OWN"));
        System.out.println(s.replace('o', '0') + " " + s.replace("quick", "slow") + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-")
            + " " + "x.y.z".replaceAll(".", "#") + " " + "x.y.z".replaceFirst("\\.", "\\$") + " " + "abc".replace('z', 'y'));
        System.out.println("apple".compareTo("banana") + " " + "apple".compareTo("app") + " " + "a".compareTo("B") + " " + "a".compareToIgnoreCase("B")
            + " " + "é".compareTo("z") + " " + "\u1234".compareTo("a") + " " + "a".compareTo("\u1234") + " " + "".compareTo("") + " " + "HELLO".equalsIgnoreCase("hello")
            + " " + "straße".equalsIgnoreCase("STRASSE") + " " + "abc".equals(null) + " " + "abc".contentEquals(new StringBuilder("abc")));
        System.out.println("regionMatches " + s.regionMatches(4, "a quick one", 2, 5) + " " + s.regionMatches(true, 4, "QUICK", 0, 5) + " " + s.regionMatches(-1, "x", 0, 1));
        System.out.println("'" + "  both ".trim() + "' '" + "\u2003wide\u2003".trim() + "' '" + "\u2003wide\u2003".strip() + "' '" + "  lead".stripLeading()
            + "' '" + "trail\t\n".stripTrailing() + "' " + " \t".isBlank() + " " + "".isEmpty() + " " + "\u00a0".isBlank());
        System.out.println("ÀÉîß ǅ".toLowerCase(Locale.ROOT) + " " + "àéîß ǆ ŉ".toUpperCase(Locale.ROOT) + " " + "TITLE I".toLowerCase(Locale.forLanguageTag("tr"))
            + " " + "title i".toUpperCase(Locale.forLanguageTag("tr")) + " " + "ΑΣ ΣΑΣ".toLowerCase(Locale.ROOT));

        for (String[] pair : new String[][] {{"a,b,,c,,", ","}, {",a", ","}, {"", ","}, {"abc", ""}, {"a1b22c", "\\d+"}, {"a.b", "."}, {"a.b", "\\."},
                {"x--y", "-"}, {"  two  words ", "\\s+"}, {"nodelim", ","}, {"a|b|c", "|"}, {"a|b|c", "\\|"}, {",,,", ","}}) {
            System.out.println("split " + Arrays.toString(pair) + " " + Arrays.toString(pair[0].split(pair[1])) + " " + Arrays.toString(pair[0].split(pair[1], 2))
                + " " + Arrays.toString(pair[0].split(pair[1], -1)) + " " + pair[0].split(pair[1]).length);
        }
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join(", ", List.of("x")) + " " + String.join("/", new ArrayList<String>())
            + " " + String.join("", "a", null, "b") + " " + "ab".repeat(3) + " [" + "ab".repeat(0) + "] " + "-".repeat(20));
        System.out.println(String.valueOf((Object) null) + String.valueOf(true) + String.valueOf('c') + String.valueOf(-0f) + String.valueOf(1e100)
            + String.valueOf(new char[] {'x', 'y'}) + String.valueOf(new char[] {'x', 'y', 'z'}, 1, 2) + String.copyValueOf(new char[] {'q'}));
        System.out.println("one\ntwo\r\nthree\rfour\n\nsix".lines().map(String::strip).toList() + " " + "".lines().count() + " " + "\n".lines().count());
        System.out.println(("a\n  b\n    c\n").indent(2).replace("\n", "|") + " " + "  a\n b".indent(-1).replace("\n", "|") + " "
            + "   x\n     y\n   z".stripIndent().replace("\n", "|") + " " + "tab\\tq\\s\\101\\n".translateEscapes().replace("\n", "|").replace("\t", ">"));
        System.out.println("chars " + "abz".chars().sum() + " " + "hello".chars().filter(c -> c == 'l').count() + " " + "cab".chars().sorted().mapToObj(c -> "" + (char) c).toList());
        System.out.println("hash " + "".hashCode() + " " + "a".hashCode() + " " + "hello".hashCode() + " " + "polygenelubricants".hashCode() + " " + "\uffff\u8000".hashCode()
            + " " + "The quick brown fox jumps over the lazy dog, twice and then once more.".hashCode());
        String built = new String("literal"), literal = "literal", joined = "lit" + "eral";
        String half = "lit";
        System.out.println("identity " + (built == literal) + " " + (joined == literal) + " " + ((half + "eral") == literal) + " " + (built.intern() == literal)
            + " " + ((half + "eral").intern() == joined) + " " + built.equals(literal));
        char[] chars = new char[6];
        Arrays.fill(chars, '.');
        "abcdef".getChars(1, 4, chars, 2);
        System.out.println(new String(chars) + " " + new String(chars, 1, 3) + " " + new String(new byte[] {72, 105}, java.nio.charset.StandardCharsets.US_ASCII)
            + " " + "concat".concat("enated").concat("") + " " + "%d%%".formatted(5) + " " + "x".compareTo("xyz") + " " + "abc".transform(t -> t + t.length()));
        attempt("charAt(-1)", () -> "abc".charAt(-1));
        attempt("charAt(3)", () -> "abc".charAt(3));
        attempt("substring(4)", () -> "abc".substring(4));
        attempt("substring(2,1)", () -> "abc".substring(2, 1));
        attempt("repeat(-1)", () -> "abc".repeat(-1));
        attempt("null compare", () -> "abc".compareTo(null));
        attempt("parse ' 5'", () -> Integer.parseInt(" 5"));
        attempt("new String(range)", () -> new String(new char[3], 2, 2));
        attempt("codePointAt(3)", () -> "abc".codePointAt(3));
        List<String> words = new ArrayList<>(List.of("delta", "Alpha", "charlie", "Bravo", "alpha", "Éclair", "echo", "zulu", ""));
        words.sort(null);
        System.out.println(words);
        words.sort(String.CASE_INSENSITIVE_ORDER);
        System.out.println(words);
        words.sort(String.CASE_INSENSITIVE_ORDER.reversed().thenComparing(java.util.Comparator.naturalOrder()));
        System.out.println(words);
        String palindrome = "A man, a plan, a canal: Panama";
        String letters = palindrome.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
        System.out.println(letters + " " + new StringBuilder(letters).reverse().toString().equals(letters));
    }
}
