// run: min=17
import java.util.*;
import java.util.stream.*;

/** Text processing: greedy and optimal wrapping, justification, tables, word counts, Markov chains, anagrams, diffs, edit distance, search, Huffman. */
public class TextWrapping {
    static final String TEXT = """
        Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: \
        once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations \
        in it, and what is the use of a book, thought Alice, without pictures or conversations? So she was considering \
        in her own mind, as well as she could, for the hot day made her feel very sleepy and stupid, whether the \
        pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies.""";

    static List<String> greedy(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split("\\s+")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) { lines.add(line.toString()); line.setLength(0); }
            if (line.length() > 0) line.append(' ');
            line.append(word);
        }
        if (line.length() > 0) lines.add(line.toString());
        return lines;
    }

    static List<String> optimal(String text, int width) {
        String[] words = text.split("\\s+");
        int n = words.length;
        long[] cost = new long[n + 1];
        int[] next = new int[n + 1];
        for (int i = n - 1; i >= 0; i--) {
            cost[i] = Long.MAX_VALUE;
            int length = -1;
            for (int j = i; j < n; j++) {
                length += 1 + words[j].length();
                if (length > width && j > i) break;
                long slack = width - length, here = j == n - 1 ? 0 : slack * slack * slack;
                if (cost[j + 1] != Long.MAX_VALUE && here + cost[j + 1] < cost[i]) { cost[i] = here + cost[j + 1]; next[i] = j + 1; }
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < n; i = next[i]) lines.add(String.join(" ", Arrays.asList(words).subList(i, next[i])));
        return lines;
    }

    static String justify(String line, int width) {
        String[] words = line.split(" ");
        if (words.length == 1) return line;
        int spaces = width - Arrays.stream(words).mapToInt(String::length).sum(), gaps = words.length - 1;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < words.length; i++) { out.append(words[i]); if (i < gaps) out.append(" ".repeat(spaces / gaps + (i < spaces % gaps ? 1 : 0))); }
        return out.toString();
    }

    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++)
            d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        return d[a.length()][b.length()];
    }

    static List<String> diff(List<String> a, List<String> b) {
        int[][] l = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) for (int j = b.size() - 1; j >= 0; j--) l[i][j] = a.get(i).equals(b.get(j)) ? l[i + 1][j + 1] + 1 : Math.max(l[i + 1][j], l[i][j + 1]);
        List<String> out = new ArrayList<>();
        int i = 0, j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) { out.add(" " + a.get(i)); i++; j++; }
            else if (j == b.size() || i < a.size() && l[i + 1][j] >= l[i][j + 1]) out.add("-" + a.get(i++));
            else out.add("+" + b.get(j++));
        }
        return out;
    }

    static List<Integer> search(String text, String pattern) {
        int[] fail = new int[pattern.length()];
        for (int i = 1, k = 0; i < pattern.length(); i++) { while (k > 0 && pattern.charAt(i) != pattern.charAt(k)) k = fail[k - 1]; if (pattern.charAt(i) == pattern.charAt(k)) k++; fail[i] = k; }
        List<Integer> found = new ArrayList<>();
        for (int i = 0, k = 0; i < text.length(); i++) { while (k > 0 && text.charAt(i) != pattern.charAt(k)) k = fail[k - 1]; if (text.charAt(i) == pattern.charAt(k)) k++; if (k == pattern.length()) { found.add(i - k + 1); k = fail[k - 1]; } }
        return found;
    }

    static abstract class Tree implements Comparable<Tree> {
        final int weight;
        final char least;
        Tree(int weight, char least) { this.weight = weight; this.least = least; }
        abstract void codes(String prefix, Map<Character, String> out);
        public int compareTo(Tree o) { return weight != o.weight ? Integer.compare(weight, o.weight) : Character.compare(least, o.least); }
    }
    static class Leaf extends Tree { Leaf(char c, int w) { super(w, c); } void codes(String p, Map<Character, String> out) { out.put(least, p.isEmpty() ? "0" : p); } }
    static class Fork extends Tree {
        final Tree a, b;
        Fork(Tree a, Tree b) { super(a.weight + b.weight, a.least < b.least ? a.least : b.least); this.a = a; this.b = b; }
        void codes(String p, Map<Character, String> out) { a.codes(p + "0", out); b.codes(p + "1", out); }
    }

    static Map<Character, String> huffman(String text) {
        Map<Character, Integer> counts = new TreeMap<>();
        for (char c : text.toCharArray()) counts.merge(c, 1, Integer::sum);
        PriorityQueue<Tree> queue = new PriorityQueue<>();
        counts.forEach((c, n) -> queue.add(new Leaf(c, n)));
        while (queue.size() > 1) queue.add(new Fork(queue.poll(), queue.poll()));
        Map<Character, String> codes = new TreeMap<>();
        queue.poll().codes("", codes);
        return codes;
    }

    public static void main(String[] args) {
        for (int width : new int[] {40, 25}) {
            List<String> lines = greedy(TEXT, width);
            for (String line : lines) System.out.println("|" + justify(line, width) + "|");
            System.out.println(lines.size() + " greedy, " + optimal(TEXT, width).size() + " optimal, raggedness " + optimal(TEXT, width).stream().mapToInt(s -> (width - s.length()) * (width - s.length())).sum());
        }
        optimal(TEXT, 60).forEach(System.out::println);
        System.out.println(greedy("a verylongwordthatdoesnotfit b", 6) + " " + greedy("", 5) + " " + optimal("one", 2));
        Map<String, Integer> words = new TreeMap<>();
        for (String w : TEXT.toLowerCase(Locale.ROOT).split("[^a-z]+")) words.merge(w, 1, Integer::sum);
        System.out.println(words.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(6).map(Object::toString).collect(Collectors.joining(", ")));
        int name = words.keySet().stream().mapToInt(String::length).max().getAsInt();
        words.entrySet().stream().filter(e -> e.getValue() > 2).forEach(e -> System.out.println(String.format(Locale.ROOT, "%" + name + "s %2d %s", e.getKey(), e.getValue(), "#".repeat(e.getValue()))));
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("intention", "execution") + " " + distance(TEXT.substring(0, 100), TEXT.substring(50, 150)));
        System.out.println(diff(List.of("a", "b", "c", "d", "e"), List.of("a", "x", "c", "e", "f")));
        System.out.println(search(TEXT, "the") + " " + search("aaaaa", "aa") + " " + search("abc", "x"));
        Map<String, List<String>> groups = Stream.of("listen silent enlist google elgoog abc cab bca tinsel".split(" ")).collect(Collectors.groupingBy(w -> { char[] c = w.toCharArray(); Arrays.sort(c); return new String(c); }, TreeMap::new, Collectors.toList()));
        System.out.println(groups);
        Map<String, List<String>> chain = new HashMap<>();
        String[] all = TEXT.split(" ");
        for (int i = 0; i + 1 < all.length; i++) chain.computeIfAbsent(all[i], k -> new ArrayList<>()).add(all[i + 1]);
        Random r = new Random(12);
        StringJoiner story = new StringJoiner(" ");
        String word = "she";
        for (int i = 0; i < 25 && word != null; i++) { story.add(word); List<String> next = chain.get(word); word = next == null ? null : next.get(r.nextInt(next.size())); }
        System.out.println(story);
        Map<Character, String> codes = huffman(TEXT);
        StringBuilder bits = new StringBuilder();
        for (char c : TEXT.toCharArray()) bits.append(codes.get(c));
        Map<String, Character> back = codes.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
        StringBuilder decoded = new StringBuilder(), prefix = new StringBuilder();
        for (int i = 0; i < bits.length(); i++) { Character c = back.get(prefix.append(bits.charAt(i)).toString()); if (c != null) { decoded.append(c); prefix.setLength(0); } }
        System.out.println("huffman " + bits.length() + " bits for " + TEXT.length() * 8 + " " + decoded.toString().equals(TEXT) + " " + codes.get('e') + " " + codes.get('?'));
    }
}
