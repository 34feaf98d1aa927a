// run: min=17
import java.util.*;
import java.util.function.Function;

/** A JSON parser and printer with errors located, escapes, numbers, pretty printing, paths and diffs. */
public class JsonTool {
    static class JsonException extends RuntimeException {
        private static final long serialVersionUID = 1;
        JsonException(String message, int line, int column) { super(message + " at " + line + ":" + column); }
    }

    static final class Parser {
        private final String s;
        private int at;
        private int depth;
        Parser(String s) { this.s = s; }

        JsonException error(String message) {
            int line = 1, column = 1;
            for (int i = 0; i < at && i < s.length(); i++) if (s.charAt(i) == '\n') { line++; column = 1; } else column++;
            return new JsonException(message, line, column);
        }

        Object document() {
            Object value = value();
            space();
            if (at < s.length()) throw error("trailing '" + s.charAt(at) + "'");
            return value;
        }

        void space() { while (at < s.length() && " \t\r\n".indexOf(s.charAt(at)) >= 0) at++; }

        Object value() {
            space();
            if (at == s.length()) throw error("unexpected end");
            if (++depth > 60) throw error("too deep");
            try {
                char c = s.charAt(at);
                switch (c) {
                    case '{': return object();
                    case '[': return array();
                    case '"': return text();
                    case 't': return word("true", true);
                    case 'f': return word("false", false);
                    case 'n': return word("null", null);
                    default:
                        if (c == '-' || c >= '0' && c <= '9') return number();
                        throw error("unexpected '" + c + "'");
                }
            } finally {
                depth--;
            }
        }

        Object word(String word, Object value) {
            if (!s.startsWith(word, at)) throw error("bad word");
            at += word.length();
            return value;
        }

        Map<String, Object> object() {
            Map<String, Object> map = new LinkedHashMap<>();
            at++;
            space();
            if (peek('}')) return map;
            do {
                space();
                if (at == s.length() || s.charAt(at) != '"') throw error("expected a key");
                String key = text();
                space();
                if (!peek(':')) throw error("expected ':'");
                if (map.containsKey(key)) throw error("duplicate key " + key);
                map.put(key, value());
                space();
            } while (peek(','));
            if (!peek('}')) throw error("expected ',' or '}'");
            return map;
        }

        List<Object> array() {
            List<Object> list = new ArrayList<>();
            at++;
            space();
            if (peek(']')) return list;
            do { list.add(value()); space(); } while (peek(','));
            if (!peek(']')) throw error("expected ',' or ']'");
            return list;
        }

        boolean peek(char c) {
            if (at < s.length() && s.charAt(at) == c) { at++; return true; }
            return false;
        }

        String text() {
            StringBuilder out = new StringBuilder();
            for (at++; ; at++) {
                if (at >= s.length()) throw error("unterminated string");
                char c = s.charAt(at);
                if (c == '"') { at++; return out.toString(); }
                if (c < ' ') throw error("control character");
                if (c != '\\') { out.append(c); continue; }
                if (++at >= s.length()) throw error("unterminated escape");
                switch (s.charAt(at)) {
                    case 'n' -> out.append('\n'); case 't' -> out.append('\t'); case 'r' -> out.append('\r'); case 'b' -> out.append('\b'); case 'f' -> out.append('\f');
                    case '"', '\\', '/' -> out.append(s.charAt(at));
                    case 'u' -> {
                        if (at + 4 >= s.length()) throw error("short escape");
                        try { out.append((char) Integer.parseInt(s.substring(at + 1, at + 5), 16)); } catch (NumberFormatException e) { throw error("bad escape"); }
                        at += 4;
                    }
                    default -> throw error("bad escape '" + s.charAt(at) + "'");
                }
            }
        }

        Number number() {
            int start = at;
            if (s.charAt(at) == '-') at++;
            int digits = at;
            while (at < s.length() && Character.isDigit(s.charAt(at))) at++;
            if (at == digits || s.charAt(digits) == '0' && at > digits + 1) throw error("bad number");
            boolean whole = true;
            while (at < s.length() && ".eE+-0123456789".indexOf(s.charAt(at)) >= 0) { whole = false; at++; }
            String t = s.substring(start, at);
            try {
                if (!whole) return Double.valueOf(t);
                return t.length() < 19 ? (Number) Long.valueOf(t) : new java.math.BigInteger(t);
            } catch (NumberFormatException e) {
                throw error("bad number " + t);
            }
        }
    }

    static String print(Object o, int indent) {
        StringBuilder out = new StringBuilder();
        print(o, indent, 0, out);
        return out.toString();
    }

    static void print(Object o, int indent, int level, StringBuilder out) {
        if (o instanceof Map<?, ?> m) {
            brackets('{', '}', m.entrySet(), indent, level, out, e -> { quote((String) ((Map.Entry<?, ?>) e).getKey(), out); out.append(indent > 0 ? ": " : ":"); print(((Map.Entry<?, ?>) e).getValue(), indent, level + 1, out); return null; });
        } else if (o instanceof List<?> l) {
            brackets('[', ']', l, indent, level, out, e -> { print(e, indent, level + 1, out); return null; });
        } else if (o instanceof String s) {
            quote(s, out);
        } else {
            out.append(o);
        }
    }

    static void brackets(char open, char close, Collection<?> items, int indent, int level, StringBuilder out, Function<Object, Void> each) {
        out.append(open);
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            if (indent > 0) out.append('\n').append(" ".repeat(indent * (level + 1)));
            each.apply(item);
            separator = ",";
        }
        if (indent > 0 && !items.isEmpty()) out.append('\n').append(" ".repeat(indent * level));
        out.append(close);
    }

    static void quote(String s, StringBuilder out) {
        out.append('"');
        for (char c : s.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\""); case '\\' -> out.append("\\\\"); case '\n' -> out.append("\\n"); case '\t' -> out.append("\\t");
                default -> { if (c < ' ' || c > 0x2000) out.append(String.format(Locale.ROOT, "\\u%04x", (int) c)); else out.append(c); }
            }
        }
        out.append('"');
    }

    static Object path(Object root, String path) {
        for (String step : path.split("/")) {
            if (root instanceof Map<?, ?> m) root = m.get(step);
            else if (root instanceof List<?> l) root = l.get(Integer.parseInt(step));
            else throw new NoSuchElementException("no " + step + " in " + root);
        }
        return root;
    }

    static void diff(String at, Object a, Object b, List<String> out) {
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            TreeSet<String> keys = new TreeSet<>();
            for (Object k : x.keySet()) keys.add((String) k);
            for (Object k : y.keySet()) keys.add((String) k);
            for (String k : keys) diff(at + "/" + k, x.get(k), y.get(k), out);
        } else if (a instanceof List<?> x && b instanceof List<?> y) {
            for (int i = 0; i < Math.max(x.size(), y.size()); i++) diff(at + "/" + i, i < x.size() ? x.get(i) : "absent", i < y.size() ? y.get(i) : "absent", out);
        } else if (!Objects.equals(a, b)) out.add(at + ": " + a + " -> " + b);
    }

    public static void main(String[] args) {
        String text = """
            { "name" : "Größe \\u20ac \\"quoted\\" \\\\ \\/ \\n", "numbers": [0, -1, 12345678901234567890, 1.5, -2e-3, 1E+2, 9007199254740993],
              "nested": {"empty": {}, "list": [], "deep": [[[1], [2, [3]]], null, true, false]},
              "emoji": "\\ud83d\\ude00", "tab": "a\\tb" }
            """;
        Object o = new Parser(text).document();
        System.out.println(o);
        String compact = print(o, 0);
        System.out.println(compact);
        System.out.println(print(o, 2));
        System.out.println(new Parser(compact).document().equals(o) + " " + print(new Parser(print(o, 4)).document(), 0).equals(compact) + " " + compact.hashCode());
        System.out.println(path(o, "nested/deep/0/1/1/0") + " " + path(o, "numbers/2").getClass().getSimpleName() + " " + path(o, "emoji") + " " + path(o, "nope"));
        for (String bad : new String[] {"", "{", "[1,]", "{\"a\" 1}", "{a:1}", "[1 2]", "\"open", "\"\\x\"", "\"\\u12g4\"", "01", "-", "1.2.3", "tru", "nul", "[1]]", "{\"a\":1,\"a\":2}", "\"a\nb\"", "\n\n  ?", "[".repeat(70), "{\"k\": [1, {\"x\": }]}"}) {
            try {
                System.out.println(new Parser(bad).document());
            } catch (JsonException e) {
                System.out.println((bad.length() > 20 ? bad.substring(0, 10) + "..." : bad.replace("\n", "\\n")) + " => " + e.getMessage());
            }
        }
        List<String> differences = new ArrayList<>();
        diff("", o, new Parser(compact.replace("1.5", "1.25").replace("\"tab\"", "\"tub\"").replace("true,false", "true")).document(), differences);
        System.out.println(differences);
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 150; i++) { Map<String, Object> row = new LinkedHashMap<>(); row.put("id", (long) i); row.put("sqrt", Math.sqrt(i)); row.put("tags", List.of("t" + i % 3, "even", i % 2 == 0)); rows.add(row); }
        String big = print(rows, 1);
        System.out.println(big.length() + " " + big.hashCode() + " " + new Parser(big).document().equals(rows) + " " + print(rows.get(149), 0));
        try {
            path(o, "name/x");
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage().length());
        }
    }
}
