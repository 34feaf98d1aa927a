// run: min=17
import java.io.*;
import java.util.*;
import java.util.regex.Pattern;

/** Scanner on strings, BufferedReader, LineNumberReader, StreamTokenizer, PushbackReader and an empty standard input. */
public class ScannersAndReaders {
    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static Scanner scan(String s) {
        return new Scanner(s).useLocale(Locale.ROOT);
    }

    public static void main(String[] args) throws Exception {
        try (Scanner s = scan("12 0x1F -7 99999999999 3.25 1e3 true FALSE word \"two words\"\nnext line\n\nafter blank 1,234 42")) {
            System.out.println(s.nextInt() + " " + s.next() + " " + s.nextByte() + " " + s.hasNextInt() + s.hasNextLong() + s.nextLong() + " " + s.nextDouble() + " " + s.hasNextDouble() + s.nextFloat() + " " + s.nextBoolean() + s.nextBoolean() + " " + s.next() + s.next("\"two") + s.next());
            System.out.println("[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "] " + s.next() + s.next() + " " + s.nextInt() + " " + s.nextShort() + " " + s.hasNext() + s.hasNextLine());
            attempt("exhausted next", s::next);
            attempt("exhausted nextLine", s::nextLine);
            attempt("exhausted nextInt", s::nextInt);
        }
        Scanner bad = scan("abc 5 3000000000");
        attempt("nextInt of abc", bad::nextInt);
        System.out.println(bad.next() + bad.nextInt());
        attempt("nextInt too large", bad::nextInt);
        System.out.println(bad.nextBigInteger() + " " + bad.hasNext());
        bad.close();
        attempt("closed", bad::next);
        System.out.println(scan("ff 1010 zz").nextInt(16) + " " + scan("1010").nextLong(2) + " " + scan("zz").nextInt(36) + " " + scan("12.5e-3").nextBigDecimal() + " " + scan("NaN").hasNextDouble() + " " + scan("-Infinity").nextDouble() + " " + scan("1.5f").hasNextFloat());
        System.out.println(new Scanner("1.234,5").useLocale(Locale.GERMANY).nextDouble() + " " + new Scanner("1 234,5").useLocale(Locale.FRANCE).next());
        Scanner csv = scan("a,b ,, c;d").useDelimiter("\\s*[,;]\\s*");
        List<String> parts = new ArrayList<>();
        while (csv.hasNext()) parts.add("<" + csv.next() + ">");
        System.out.println(parts + " " + csv.delimiter());
        Scanner find = scan("1 fish 2 fish red fish blue fish");
        find.findInLine("(\\d+) fish (\\d+) fish (\\w+) fish (\\w+)");
        var match = find.match();
        StringBuilder groups = new StringBuilder();
        for (int i = 1; i <= match.groupCount(); i++) groups.append(match.group(i)).append('/');
        System.out.println(groups + " " + find.hasNext() + " " + scan("xx12yy34").findAll("\\d+").map(m -> m.group() + "@" + m.start()).toList() + " " + scan("a-b-c").useDelimiter("-").tokens().toList() + " " + scan("  skip me").skip("\\s*skip").next());
        attempt("skip fails", () -> scan("abc").skip("x"));
        System.out.println(scan("one\r\ntwo\u2028three\rfour").useDelimiter(Pattern.compile("\\R")).tokens().toList() + " " + scan("last line without end").nextLine() + " " + scan("\n").nextLine().isEmpty() + scan("").hasNextLine());
        StringBuilder longText = new StringBuilder();
        for (int i = 0; i < 3000; i++) longText.append(i * 7 % 1000).append(i % 10 == 9 ? "\n" : " ");
        Scanner many = scan(longText.toString());
        long sum = 0;
        while (many.hasNextInt()) sum += many.nextInt();
        System.out.println("sum " + sum);

        BufferedReader reader = new BufferedReader(new StringReader("first\nsecond\r\nthird\rfourth\n\nsixth"), 4);
        reader.mark(100);
        System.out.println(reader.readLine() + reader.readLine());
        reader.reset();
        char[] buffer = new char[8];
        System.out.println((char) reader.read() + " " + reader.read(buffer, 1, 5) + new String(buffer, 1, 5).replace("\n", "|") + " " + reader.skip(3) + " " + reader.ready() + " " + reader.lines().toList() + " " + reader.read() + reader.readLine());
        reader.close();
        attempt("closed reader", reader::readLine);
        LineNumberReader numbered = new LineNumberReader(new StringReader("a\nb\r\nc"));
        numbered.setLineNumber(10);
        while (numbered.readLine() != null) { }
        System.out.println(numbered.getLineNumber());
        PushbackReader push = new PushbackReader(new StringReader("abc"), 2);
        int first = push.read();
        push.unread('z');
        push.unread(first);
        System.out.println((char) push.read() + "" + (char) push.read() + (char) push.read() + (char) push.read() + push.read());
        attempt("pushback full", () -> { push.unread("abc".toCharArray()); return 0; });

        StreamTokenizer tokens = new StreamTokenizer(new StringReader("int x = 3.5 + 'quoted \\n text' // comment\n/* block */ \"str\" -7 .5 a_b;"));
        tokens.slashSlashComments(true);
        tokens.slashStarComments(true);
        tokens.wordChars('_', '_');
        tokens.eolIsSignificant(true);
        StringBuilder out = new StringBuilder();
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
            out.append(switch (tokens.ttype) { case StreamTokenizer.TT_WORD -> "w:" + tokens.sval; case StreamTokenizer.TT_NUMBER -> "n:" + tokens.nval; case StreamTokenizer.TT_EOL -> "eol" + tokens.lineno(); case '"', '\'' -> "q:" + tokens.sval.replace("\n", "\\n"); default -> "c:" + (char) tokens.ttype; }).append(' ');
        }
        System.out.println(out);

        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("stdin " + in.readLine() + " " + in.read() + " " + System.in.read() + " " + System.in.available() + " " + System.in.read(new byte[4]) + " " + System.in.read(new byte[0]));
        Scanner stdin = new Scanner(System.in);
        System.out.println(stdin.hasNext() + " " + stdin.hasNextLine());
        attempt("stdin nextLine", stdin::nextLine);
        System.setIn(new ByteArrayInputStream("replaced input\n5 6".getBytes()));
        Scanner replaced = new Scanner(System.in);
        System.out.println(replaced.nextLine() + " " + (replaced.nextInt() + replaced.nextInt()));
    }
}
