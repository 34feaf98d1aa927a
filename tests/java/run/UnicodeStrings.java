// run: min=17
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;

/** Strings beyond Latin-1: surrogates, code points, compact and UTF-16 storage mixing, builders crossing over, case and properties. */
public class UnicodeStrings {
    static String hex(String s) {
        StringBuilder out = new StringBuilder();
        for (char c : s.toCharArray()) out.append(String.format(Locale.ROOT, "%04x ", (int) c));
        return out.toString().trim();
    }

    static void describe(int cp) {
        System.out.println(Integer.toHexString(cp) + " " + Character.getName(cp) + " type " + Character.getType(cp) + " letter " + Character.isLetter(cp) + " digit " + Character.isDigit(cp)
            + " space " + Character.isWhitespace(cp) + Character.isSpaceChar(cp) + " upper " + Character.isUpperCase(cp) + " to " + Integer.toHexString(Character.toUpperCase(cp))
            + " " + Integer.toHexString(Character.toLowerCase(cp)) + " " + Integer.toHexString(Character.toTitleCase(cp)) + " id " + Character.isJavaIdentifierStart(cp) + Character.isJavaIdentifierPart(cp)
            + " value " + Character.getNumericValue(cp) + " dir " + Character.getDirectionality(cp) + " mirrored " + Character.isMirrored(cp) + " chars " + Character.charCount(cp)
            + " ideographic " + Character.isIdeographic(cp) + " script " + Character.UnicodeScript.of(cp) + " block " + Character.UnicodeBlock.of(cp));
    }

    public static void main(String[] args) {
        String smile = "\uD83D\uDE00", mixed = "aé€" + smile + "z", lone = "x\uD83Dy\uDE00z";
        System.out.println(mixed + " " + mixed.length() + " " + mixed.codePointCount(0, mixed.length()) + " " + hex(mixed));
        for (int i = 0; i < mixed.length(); i = mixed.offsetByCodePoints(i, 1)) System.out.print(Integer.toHexString(mixed.codePointAt(i)) + " ");
        System.out.println(Arrays.toString(mixed.codePoints().toArray()) + " " + Arrays.toString(lone.codePoints().toArray()) + " " + lone.codePointBefore(5) + " " + mixed.codePointBefore(5));
        System.out.println(new StringBuilder(mixed).reverse() + " " + hex(new StringBuilder(lone).reverse().toString()) + " " + hex(new StringBuilder("\uDE00\uD83D").reverse().toString()));
        System.out.println(mixed.indexOf(0x1F600) + " " + mixed.lastIndexOf(0x1F600) + " " + mixed.indexOf(0xDE00) + " " + mixed.indexOf("€") + " " + mixed.indexOf('z') + " " + "abc".indexOf('€')
            + " " + "a€b€".lastIndexOf("€") + " " + mixed.replace('€', 'e') + " " + mixed.replace(smile, ":-)") + " " + "abc".replace('b', '€') + " " + "ab".replace("b", smile).length());
        String latin = mixed.substring(0, 2), sliced = mixed.substring(5);
        System.out.println(latin.equals("aé") + " " + sliced.equals("z") + " " + (latin + "€").substring(0, 2).equals(latin) + " " + "€a".substring(1).hashCode() + " " + "a".hashCode() + " " + mixed.hashCode());
        System.out.println("é".compareTo("€") + " " + "€".compareTo("é") + " " + smile.compareTo("\uFFFF") + " " + "a€".compareTo("ab") + " " + "É".equalsIgnoreCase("é") + " " + "Σ".equalsIgnoreCase("ς")
            + " " + "\uD801\uDC00".equalsIgnoreCase("\uD801\uDC28") + " " + "€X".regionMatches(true, 1, "x", 0, 1) + " " + "ab€".contentEquals(new StringBuffer("ab€")) + " " + "x€".endsWith("€"));

        StringBuilder b = new StringBuilder("latin");
        System.out.println(b.append('é').length() + " " + b.append('€').length() + " " + b + " " + b.appendCodePoint(0x1F600).length() + b.insert(0, smile).indexOf("l"));
        b.setCharAt(2, 'L');
        b.deleteCharAt(b.length() - 1).deleteCharAt(b.length() - 1);
        b.replace(0, 2, "€€€");
        b.setLength(4);
        System.out.println(b + " " + b.length() + " " + hex(b.toString()) + " " + b.codePointAt(0) + " " + b.lastIndexOf("€"));
        b.setLength(6);
        b.delete(0, 3);
        System.out.println(hex(b.toString()) + " " + b.compareTo(new StringBuilder("L")) + " " + b.chars().sum() + " " + b.capacity());
        StringBuilder shrink = new StringBuilder("€abc");
        shrink.deleteCharAt(0);
        System.out.println(shrink.toString().equals("abc") + " " + shrink.toString().hashCode() + " " + "abc".hashCode());

        System.out.println("straße".toUpperCase(Locale.ROOT) + " " + "ﬁ ŉ ǰ ΐ և".toUpperCase(Locale.ROOT) + " " + "İSTANBUL".toLowerCase(Locale.ROOT).length() + " " + "ΌΣΟΣ ΣΑΣ Σ".toLowerCase(Locale.ROOT)
            + " " + "\uD801\uDC28x".toUpperCase(Locale.ROOT).codePointAt(0) + " " + "ÿµ".toUpperCase(Locale.ROOT) + " " + hex("ÿµ".toUpperCase(Locale.ROOT)) + " " + "ĲǄ".toLowerCase(Locale.ROOT));
        for (int cp : new int[] {'a', 'Z', '5', ' ', '$', 0xE9, 0xDF, 0x130, 0x3A3, 0x416, 0x5D0, 0x661, 0x1C5, 0x2003, 0x3042, 0x4E2D, 0x2160, 0xBD, 0x28, 0x1F600, 0x10400, 0x1D7D8, 0x20000, 0, 0x7F, 0xAD, 0xFEFF, 0xD800, 0xE000, 0x10FFFF})
            describe(cp);
        System.out.println(Character.isValidCodePoint(0x110000) + " " + Character.isSupplementaryCodePoint(0x10000) + " " + Character.isSurrogatePair('\uD83D', '\uDE00') + " " + Character.toCodePoint('\uD83D', '\uDE00')
            + " " + hex(Character.toString(0x10FFFF)) + " " + (int) Character.highSurrogate(0x1F600) + " " + Character.digit('f', 16) + Character.digit('g', 16) + Character.digit('٣', 10) + Character.forDigit(11, 16)
            + " " + Character.reverseBytes('\u1234') + " " + Character.codePointOf("GREEK SMALL LETTER ALPHA") + " " + Character.compare('a', 'b') + Character.getNumericValue('Ⅻ'));

        String combined = "e\u0301 \uAC00 \uFB01 \u00C5 \u1E9B\u0323";
        for (Normalizer.Form form : Normalizer.Form.values()) System.out.println(form + " " + hex(Normalizer.normalize(combined, form)) + " " + Normalizer.isNormalized(combined, form));
        for (String s : new String[] {"", "a", "é", "€", smile, lone, mixed, "\u0000", "\u07FF\u0800\uFFFF"}) {
            byte[] utf8 = s.getBytes(StandardCharsets.UTF_8), utf16 = s.getBytes(StandardCharsets.UTF_16), latin1 = s.getBytes(StandardCharsets.ISO_8859_1);
            System.out.println(Arrays.toString(utf8) + " " + Arrays.toString(utf16) + " " + Arrays.toString(latin1) + " " + hex(new String(utf8, StandardCharsets.UTF_8)) + " " + new String(utf16, StandardCharsets.UTF_16).equals(s));
        }
        char[] many = new char[300];
        for (int i = 0; i < many.length; i++) many[i] = (char) (i * 7);
        String table = new String(many);
        System.out.println(table.hashCode() + " " + table.chars().filter(Character::isLetter).count() + " " + table.chars().filter(Character::isUpperCase).count() + " " + table.toUpperCase(Locale.ROOT).hashCode()
            + " " + table.toLowerCase(Locale.ROOT).hashCode() + " " + new String(many, 0, 30).hashCode() + " " + table.strip().length() + " " + table.codePoints().sum());
        int letters = 0, digits = 0, uppers = 0, spaces = 0, defined = 0;
        for (int cp = 0; cp < 0x3000; cp++) {
            if (Character.isLetter(cp)) letters++;
            if (Character.isDigit(cp)) digits++;
            if (Character.isUpperCase(cp)) uppers++;
            if (Character.isWhitespace(cp)) spaces++;
            if (Character.isDefined(cp)) defined++;
        }
        System.out.println(letters + " " + digits + " " + uppers + " " + spaces + " " + defined);
        int \u0061bc = 5, größe = 6;
        System.out.println(abc + größe + " unicode escapes \u0041\uuu0042 in source");
    }
}
