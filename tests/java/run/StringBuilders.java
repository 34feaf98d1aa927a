// run: min=17
import java.util.Arrays;
import java.util.StringJoiner;

/** StringBuilder and StringBuffer: every append and insert, deletion, replacement, searching, capacity growth, sharing with strings. */
public class StringBuilders {
    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    static String caesar(String text, int shift) {
        StringBuilder out = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            if (c >= 'a' && c <= 'z') out.append((char) ('a' + Math.floorMod(c - 'a' + shift, 26)));
            else if (c >= 'A' && c <= 'Z') out.append((char) ('A' + Math.floorMod(c - 'A' + shift, 26)));
            else out.append(c);
        }
        return out.toString();
    }

    static String runLength(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int j = i;
            while (j < text.length() && text.charAt(j) == text.charAt(i)) j++;
            if (j - i > 1) out.append(j - i);
            out.append(text.charAt(i));
            i = j;
        }
        return out.toString();
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] symbols = "M CM D CD C XC L XL X IX V IV I".split(" ");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.length; i++) while (n >= values[i]) { out.append(symbols[i]); n -= values[i]; }
        return out.toString();
    }

    static void permutations(StringBuilder prefix, String rest, StringJoiner out) {
        if (rest.isEmpty()) { out.add(prefix); return; }
        for (int i = 0; i < rest.length(); i++) {
            prefix.append(rest.charAt(i));
            permutations(prefix, rest.substring(0, i) + rest.substring(i + 1), out);
            prefix.setLength(prefix.length() - 1);
        }
    }

    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(true).append('c').append(1).append(-2L).append(1.5f).append(2.5e-10).append("s").append((String) null).append((Object) null).append((CharSequence) null)
            .append(new char[] {'x', 'y'}).append(new char[] {'p', 'q', 'r'}, 1, 2).append("sequence", 1, 4).append(new StringBuilder("sb")).append(new StringBuffer("buf")).append(Integer.MIN_VALUE)
            .append(Long.MIN_VALUE).append(Long.MAX_VALUE).append(Float.NaN).append(-0.0).append((byte) -1).append((short) 2).appendCodePoint('!').append(new Object[0].length);
        System.out.println(b + " " + b.length());
        b.setLength(0);
        b.insert(0, true).insert(0, 'c').insert(1, 12).insert(0, -5L).insert(2, 0.5f).insert(0, 1e20).insert(0, "str").insert(3, (Object) null).insert(0, new char[] {'<', '>'}).insert(1, "subseq", 3, 6)
            .insert(2, new char[] {'1', '2', '3'}, 1, 1).insert(b.length(), "end");
        System.out.println(b + " " + b.length());
        StringBuilder r = new StringBuilder("hello world");
        System.out.println(r.replace(0, 5, "HELLO!") + "|" + r.replace(6, 99, "") + "|" + r.delete(0, 1) + "|" + r.deleteCharAt(0) + "|" + r.delete(2, 100) + "|" + r.reverse() + "|" + r.insert(1, r));
        r.setCharAt(0, '*');
        System.out.println(r + " " + r.charAt(1) + " " + r.indexOf("L") + r.indexOf("z") + r.indexOf("L", 3) + r.lastIndexOf("L") + r.lastIndexOf("L", 0) + " " + r.substring(1) + r.substring(1, 2) + r.subSequence(0, 2));
        StringBuilder c = new StringBuilder();
        StringBuilder caps = new StringBuilder();
        int last = -1;
        for (int i = 0; i < 400; i++) { if (c.capacity() != last) caps.append(last = c.capacity()).append(' '); c.append((char) ('a' + i % 26)); }
        c.trimToSize();
        System.out.println("capacities " + caps + "trimmed " + c.capacity() + " " + new StringBuilder("abc").capacity() + " " + new StringBuilder(5).append("123456").capacity());
        c.ensureCapacity(1000);
        System.out.println(c.capacity() + " " + c.toString().hashCode());
        String before = c.toString();
        c.setCharAt(0, 'Z');
        System.out.println(before.charAt(0) + "" + c.charAt(0));
        StringBuilder self = new StringBuilder("ab");
        self.append(self).append(self, 1, 3);
        System.out.println(self + " " + self.compareTo(new StringBuilder("abab")) + " " + self.equals(new StringBuilder(self)) + " " + self.toString().contentEquals(self));
        attempt("setLength(-1)", () -> b.setLength(-1));
        attempt("charAt(end)", () -> b.charAt(b.length()));
        attempt("insert past", () -> b.insert(b.length() + 1, "x"));
        attempt("delete backwards", () -> b.delete(3, 2));
        attempt("delete past", () -> b.delete(b.length() + 1, b.length() + 2));
        attempt("replace negative", () -> b.replace(-1, 2, "x"));
        attempt("substring", () -> b.substring(2, 1));
        attempt("append range", () -> b.append("abc", 2, 5));
        attempt("negative capacity", () -> new StringBuilder(-1));
        attempt("null string", () -> new StringBuilder((String) null));
        attempt("bad code point", () -> b.appendCodePoint(0x110000));
        StringBuffer buffer = new StringBuffer("sync");
        buffer.append(1).insert(0, 2).reverse().setCharAt(0, '#');
        System.out.println(buffer + " " + buffer.length() + " " + buffer.chars().sum() + " " + buffer.compareTo(new StringBuffer("#")));
        char[] target = new char[8];
        Arrays.fill(target, '-');
        new StringBuilder("abcdefgh").getChars(2, 5, target, 1);
        System.out.println(target);

        String secret = caesar("Attack at Dawn, Zebras!", 3);
        System.out.println(secret + " " + caesar(secret, -3) + " " + caesar(secret, 26 * 5).equals(secret));
        System.out.println(runLength("aaabccddddde") + " " + runLength("") + " " + runLength("xyz") + " " + roman(1994) + " " + roman(3888) + " " + roman(4));
        StringJoiner joiner = new StringJoiner(",", "{", "}");
        joiner.setEmptyValue("nothing");
        System.out.println(joiner + " " + joiner.length());
        permutations(new StringBuilder(), "abcd", joiner);
        System.out.println(joiner + " " + joiner.length() + " " + new StringJoiner("-").add("p").merge(new StringJoiner("+", "(", ")").add("q").add("r")));
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 5000; i++) big.append(i).append(i % 10 == 9 ? '\n' : ' ');
        String all = big.toString();
        int sum = 0;
        for (String line : all.split("\n")) for (String n : line.split(" ")) sum += Integer.parseInt(n);
        System.out.println(all.length() + " " + all.hashCode() + " " + sum + " " + big.reverse().toString().hashCode() + " " + big.indexOf("0001"));
        for (int i = 0; i < 2000; i++) big.deleteCharAt(big.length() / 2).insert(big.length() / 3, (char) ('A' + i % 26));
        System.out.println(big.length() + " " + big.toString().hashCode());
    }
}
