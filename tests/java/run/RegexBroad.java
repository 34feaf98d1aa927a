// run: min=17
import java.util.*;
import java.util.regex.*;
import java.util.stream.Collectors;

/** Regular expressions: groups, quantifiers, lookaround, flags, classes, replacement, splitting, regions, failures. */
public class RegexBroad {
    static void all(String regex, String input, int... flags) {
        Matcher m = Pattern.compile(regex, flags.length > 0 ? flags[0] : 0).matcher(input);
        StringBuilder out = new StringBuilder();
        while (m.find()) {
            out.append(m.start()).append('-').append(m.end()).append(":'").append(m.group()).append("'");
            for (int g = 1; g <= m.groupCount(); g++) out.append(" (").append(m.group(g)).append(m.start(g)).append(')');
            out.append("; ");
        }
        System.out.println("/" + regex + "/ in '" + input.replace("\n", "\\n") + "': " + out);
    }

    static void matches(String regex, String... inputs) {
        StringBuilder out = new StringBuilder();
        for (String s : inputs) { Matcher m = Pattern.compile(regex).matcher(s); out.append(s).append(m.matches() ? "+" : "-").append(m.reset().lookingAt() ? "+" : "-").append(m.reset().find() ? "+ " : "- "); }
        System.out.println(regex + " " + out);
    }

    static void bad(String regex) {
        try {
            Pattern.compile(regex);
            System.out.println("compiles: " + regex);
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " at " + e.getIndex() + " of " + e.getPattern());
        }
    }

    public static void main(String[] args) {
        matches("a*b+c?", "aab", "b", "abcd", "ac", "");
        matches("[a-c&&[^b]]|\\d{2,3}", "a", "b", "12", "1234", "1");
        matches("(?i)straSSe|\\p{Lu}+", "STRASSE", "ABC", "ÀÉ", "abc");
        matches("^\\w+@\\w+(\\.\\w{2,})+$", "me@here.org", "me@here", "a@b.co.uk", "@x.yy");
        matches("(a|ab)(c|bcd)(d*)", "abcd", "acd", "abc");
        matches("(?:(\\d+)-)?\\1x", "5-5x", "x", "5-6x");
        matches("[\\]\\-^a]+", "]-^a", "b");
        matches(".*?\\.(?:png|jpe?g)", "x.png", "y.jpeg", "z.gif");
        matches("\\Qa.b*\\E+", "a.b*", "a.b**", "axb");
        all("(\\w)(\\d)?", "a1b c2");
        all("(?<year>\\d{4})-(?<month>\\d\\d)", "from 2024-01 to 2025-12");
        all("\\b\\w{3}\\b", "the quick fox ran far away");
        all("(?<=\\$)\\d+(?!\\d*%)", "$10 $20% 30 $405");
        all("(?<!a)b", "ab bb cb");
        all("a*", "baaac");
        all("a*?", "aa");
        all("a++b|a+", "aaab aaa");
        all("(?>a|ab)c", "abc ac");
        all("x{0}|y{2}?|z{1,}+", "xyyzz");
        all("^.", "one\ntwo\nthree");
        all("^.", "one\ntwo\nthree", Pattern.MULTILINE);
        all("e.t", "one\nthe\next", Pattern.DOTALL);
        all("$", "end\n");
        all("\\Z|\\z", "end\n");
        all("[.]", "a.b");
        all("A # comment\n b", "ab AB", Pattern.COMMENTS | Pattern.CASE_INSENSITIVE);
        all("a+(b)", "a+(b) aab", Pattern.LITERAL);
        all("é", "e\u0301 é É", Pattern.CANON_EQ);
        all("é|straße", "É STRASSE Straße", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        all("\\p{IsGreek}+|\\p{Sc}|\\p{javaLowerCase}{2}", "αβγ €5 abC");
        all("[\\x{1F600}-\\x{1F64F}]|\\uD83D", "hi \uD83D\uDE00 there \uD83D");
        all("\\R|\\h|\\v", "a\r\nb\u00a0c\u000b");
        all("(?s:.)\\K?".replace("\\K?", ""), "a\n");
        all("((a)|(b))+", "abab");
        all("(?m)^(\\s*)(\\w+)\\s*=\\s*(.*)$", "key = value\n  other=5\n#no");
        all("\\G\\d", "123a45");
        all("(\\()?\\w+(?(1)\\))".replace("(?(1)\\))", "\\)?"), "(ab) cd");
        all("\\X", "e\u0301a");

        Matcher named = Pattern.compile("(?<first>\\w+) (?<last>\\w+)").matcher("Ada Lovelace, Alan Turing");
        while (named.find()) System.out.print(named.group("last") + ":" + named.group("first") + "@" + named.start("last") + " ");
        System.out.println(named.replaceAll("${last} $1") + " | " + named.replaceFirst("\\$0=$0"));
        System.out.println(Pattern.compile("\\d+").matcher("a1b22c333").replaceAll(r -> "<" + Integer.parseInt(r.group()) * 2 + ">") + " " + "x.y".replaceAll("\\.", Matcher.quoteReplacement("$\\")));
        StringBuilder sb = new StringBuilder();
        Matcher m = Pattern.compile("\\{(\\w+)\\}").matcher("Dear {name}, you owe {sum}{end}");
        Map<String, String> values = Map.of("name", "Bob", "sum", "$5", "end", "");
        while (m.find()) m.appendReplacement(sb, Matcher.quoteReplacement(values.get(m.group(1))));
        System.out.println(m.appendTail(sb));
        System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split(" a , b,c ,, ")) + Pattern.compile("(?=[A-Z])").splitAsStream("camelCaseWordsHere").toList() + Arrays.toString("a1b2".split("(?<=\\d)")));
        System.out.println(Pattern.compile("[aeiou]").matcher("education").results().map(MatchResult::group).collect(Collectors.joining(",")) + " " + Pattern.compile("\\d").asPredicate().test("a1") + Pattern.compile("\\d").asMatchPredicate().test("a1"));
        Matcher region = Pattern.compile("^b.*d$").matcher("abcde").region(1, 4);
        System.out.println(region.matches() + " " + region.useAnchoringBounds(false).matches() + " " + region.regionStart() + region.regionEnd() + " " + region.hitEnd());
        Matcher hit = Pattern.compile("abc").matcher("ab");
        System.out.println(hit.matches() + " " + hit.hitEnd() + " " + hit.requireEnd() + " " + hit.usePattern(Pattern.compile("a(?=b)")).lookingAt() + hit.end() + " " + hit.toMatchResult().group());
        for (Runnable r : List.<Runnable>of(() -> named.reset().group(), () -> { named.find(); named.group(5); }, () -> named.group("nope"), () -> "a".replaceAll("a", "$1"), () -> "a".replaceAll("a", "\\"), () -> "a".replaceAll("a", "${x}"), () -> Pattern.compile("a").matcher(null))) {
            try {
                r.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
            }
        }
        for (String s : new String[] {"(", ")", "[a", "a**", "*a", "a{2,1}", "\\", "[z-a]", "(?<n>a)(?<n>b)", "(?<=a*)b", "\\k<x>", "\\p{Nope}", "(?z)", "a{", "x{99999999999}", "\\xg", "[]", "(?<1a>x)"}) bad(s);
        Pattern p = Pattern.compile("a.b", Pattern.DOTALL | Pattern.UNIX_LINES);
        System.out.println(p + " " + p.flags() + " " + p.pattern() + " " + Pattern.quote("a\\Eb") + " " + Pattern.matches("a.b", "axb"));
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 800; i++) words.append("word").append(i % 37).append(i % 5 == 0 ? ". " : " ");
        Matcher counter = Pattern.compile("\\b(word(\\d*[13579]))\\b(?=\\.)").matcher(words);
        int found = 0, sum = 0;
        while (counter.find()) { found++; sum += Integer.parseInt(counter.group(2)); }
        System.out.println(found + " " + sum);
        System.out.println(Pattern.matches("(a+)+b", "aaaaaaaaaaaaac") + " " + Pattern.matches("(x|y)*z", "xy".repeat(300) + "z") + " " + "1,234,567".matches("\\d{1,3}(,\\d{3})*"));
    }
}
