/** Building and reading text: appends of every kind, insertion, reversal, searching, and strings cut from it. */
public class StringBuilders {
    static long build(int lines, int seed) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("line ").append(i).append(':').append(' ').append((long) seed * i).append(i % 2 == 0)
                .append((char) ('a' + i % 26)).append('\n');
        }
        long hash = text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = hash * 31 + text.charAt(i);
        }
        int found = 0;
        for (int at = text.indexOf("true"); at >= 0; at = text.indexOf("true", at + 1)) {
            found++;
        }
        String whole = text.toString();
        for (int from = 0, to = whole.indexOf('\n'); to >= 0; from = to + 1, to = whole.indexOf('\n', from)) {
            String line = whole.substring(from, to);
            hash += line.hashCode() + (line.startsWith("line 1") ? 1 : 0);
        }
        return hash * 7 + found;
    }

    static long edit(int length) {
        StringBuilder text = new StringBuilder("x");
        for (int i = 1; i < length; i++) {
            text.insert(i / 2, (char) ('a' + i % 7));
            if (i % 10 == 0) {
                text.reverse().setCharAt(i / 3, '-');
            }
            if (i % 25 == 0) {
                text.deleteCharAt(0).append("yz");
            }
        }
        return text.toString().hashCode();
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 260;
        long checksum = 0;
        for (int r = 0; r < repetitions; r++) {
            checksum = checksum * 31 + build(600, r + 1_000) + edit(400);
        }
        System.out.println("StringBuilders " + checksum);
    }
}
