// run: min=17
import java.util.*;
import java.util.function.*;

/** A small language: lexer, recursive descent parser, a tree walker and a compiler to closures, checked against each other. */
public class ExpressionInterpreter {
    enum Kind { NUMBER, NAME, TEXT, OPERATOR, END }
    record Token(Kind kind, String text, int at) { }

    static class SyntaxError extends RuntimeException {
        private static final long serialVersionUID = 1;
        SyntaxError(String message, int at) { super(message + " at " + at); }
    }

    static List<Token> lex(String s) {
        List<Token> out = new ArrayList<>();
        int i = 0;
        while (i < s.length()) {
            char c = s.charAt(i);
            int start = i;
            if (Character.isWhitespace(c)) { i++; continue; }
            if (Character.isDigit(c)) { while (i < s.length() && (Character.isDigit(s.charAt(i)) || s.charAt(i) == '.')) i++; out.add(new Token(Kind.NUMBER, s.substring(start, i), start)); }
            else if (Character.isLetter(c)) { while (i < s.length() && Character.isLetterOrDigit(s.charAt(i))) i++; out.add(new Token(Kind.NAME, s.substring(start, i), start)); }
            else if (c == '"') { i = s.indexOf('"', i + 1); if (i < 0) throw new SyntaxError("unterminated text", start); out.add(new Token(Kind.TEXT, s.substring(start + 1, i++), start)); }
            else if ("<>=!&|".indexOf(c) >= 0 && i + 1 < s.length() && "=&|".indexOf(s.charAt(i + 1)) >= 0) { i += 2; out.add(new Token(Kind.OPERATOR, s.substring(start, i), start)); }
            else if ("+-*/%^(){},;<>=!?:".indexOf(c) >= 0) { i++; out.add(new Token(Kind.OPERATOR, String.valueOf(c), start)); }
            else throw new SyntaxError("stray '" + c + "'", i);
        }
        out.add(new Token(Kind.END, "", i));
        return out;
    }

    sealed interface Node permits Literal, Name, Unary, Binary, Choice, Call, Assign, Block, While, Function0 { }
    record Literal(Object value) implements Node { }
    record Name(String name) implements Node { }
    record Unary(String op, Node a) implements Node { }
    record Binary(String op, Node a, Node b) implements Node { }
    record Choice(Node test, Node yes, Node no) implements Node { }
    record Call(String name, List<Node> arguments) implements Node { }
    record Assign(String name, Node value) implements Node { }
    record Block(List<Node> body) implements Node { }
    record While(Node test, Node body) implements Node { }
    record Function0(String name, List<String> parameters, Node body) implements Node { }

    static class Parser {
        static final List<Set<String>> LEVELS = List.of(Set.of("||"), Set.of("&&"), Set.of("==", "!="), Set.of("<", ">", "<=", ">="), Set.of("+", "-"), Set.of("*", "/", "%"));
        final List<Token> tokens;
        int at;
        Parser(String s) { tokens = lex(s); }
        Token peek() { return tokens.get(at); }
        boolean accept(String op) { if (peek().kind() != Kind.TEXT && peek().text().equals(op)) { at++; return true; } return false; }
        void expect(String op) { if (!accept(op)) throw new SyntaxError("expected '" + op + "' but found '" + peek().text() + "'", peek().at()); }
        Node program() { List<Node> body = new ArrayList<>(); while (peek().kind() != Kind.END) body.add(statement()); return new Block(body); }
        Node statement() {
            if (accept("while")) { expect("("); Node test = expression(); expect(")"); return new While(test, statement()); }
            if (accept("{")) { List<Node> body = new ArrayList<>(); while (!accept("}")) body.add(statement()); return new Block(body); }
            if (accept("def")) { String name = tokens.get(at++).text(); expect("("); List<String> ps = new ArrayList<>(); while (!accept(")")) { ps.add(tokens.get(at++).text()); accept(","); } return new Function0(name, ps, statement()); }
            Node e = expression();
            expect(";");
            return e;
        }
        Node expression() {
            if (peek().kind() == Kind.NAME && tokens.get(at + 1).text().equals("=")) { String name = peek().text(); at += 2; return new Assign(name, expression()); }
            Node test = binary(0);
            if (!accept("?")) return test;
            Node yes = expression();
            expect(":");
            return new Choice(test, yes, expression());
        }
        Node binary(int level) {
            if (level == LEVELS.size()) return power();
            Node a = binary(level + 1);
            while (peek().kind() == Kind.OPERATOR && LEVELS.get(level).contains(peek().text())) { String op = tokens.get(at++).text(); a = new Binary(op, a, binary(level + 1)); }
            return a;
        }
        Node power() { Node a = unary(); return accept("^") ? new Binary("^", a, power()) : a; }
        Node unary() { if (accept("-")) return new Unary("-", unary()); if (accept("!")) return new Unary("!", unary()); return primary(); }
        Node primary() {
            Token t = tokens.get(at++);
            switch (t.kind()) {
                case NUMBER: return new Literal(t.text().contains(".") ? (Object) Double.valueOf(t.text()) : (Object) Long.valueOf(t.text()));
                case TEXT: return new Literal(t.text());
                case NAME: if (!accept("(")) return new Name(t.text()); List<Node> as = new ArrayList<>(); while (!accept(")")) { as.add(expression()); if (!accept(",")) { expect(")"); break; } } return new Call(t.text(), as);
                default: if (t.text().equals("(")) { Node e = expression(); expect(")"); return e; } throw new SyntaxError("unexpected '" + t.text() + "'", t.at());
            }
        }
    }

    static boolean truth(Object o) { return o instanceof Boolean b ? b : o instanceof Long l ? l != 0 : o != null; }

    static Object apply(String op, Object a, Object b) {
        if (op.equals("+") && (a instanceof String || b instanceof String)) return "" + a + b;
        if (op.equals("==")) return a.equals(b);
        if (op.equals("!=")) return !a.equals(b);
        if (a instanceof Long x && b instanceof Long y) return switch (op) { case "+" -> x + y; case "-" -> x - y; case "*" -> x * y; case "/" -> x / y; case "%" -> x % y; case "^" -> { long r = 1; for (long k = 0; k < y; k++) r *= x; yield r; } case "<" -> x < y; case ">" -> x > y; case "<=" -> x <= y; case ">=" -> x >= y; default -> throw new IllegalStateException(op); };
        double x = ((Number) a).doubleValue(), y = ((Number) b).doubleValue();
        return switch (op) { case "+" -> x + y; case "-" -> x - y; case "*" -> x * y; case "/" -> x / y; case "%" -> x % y; case "^" -> StrictMath.pow(x, y); case "<" -> x < y; case ">" -> x > y; case "<=" -> x <= y; case ">=" -> x >= y; default -> throw new IllegalStateException(op); };
    }

    static class Walker {
        final Deque<Map<String, Object>> scopes = new ArrayDeque<>(List.of(new HashMap<>()));
        final Map<String, Function0> functions = new HashMap<>();
        final StringBuilder out = new StringBuilder();
        int steps;
        Object eval(Node n) {
            steps++;
            if (n instanceof Literal l) return l.value();
            if (n instanceof Name v) { Object o = scopes.peek().get(v.name()); if (o == null) throw new NoSuchElementException("undefined " + v.name()); return o; }
            if (n instanceof Unary u) { Object a = eval(u.a()); return u.op().equals("!") ? (Object) !truth(a) : a instanceof Long l ? (Object) (-l) : (Object) (-(Double) a); }
            if (n instanceof Binary b) { if (b.op().equals("&&")) return truth(eval(b.a())) && truth(eval(b.b())); if (b.op().equals("||")) return truth(eval(b.a())) || truth(eval(b.b())); return apply(b.op(), eval(b.a()), eval(b.b())); }
            if (n instanceof Choice c) return eval(truth(eval(c.test())) ? c.yes() : c.no());
            if (n instanceof Assign a) { Object v = eval(a.value()); scopes.peek().put(a.name(), v); return v; }
            if (n instanceof Block b) { Object last = 0L; for (Node s : b.body()) last = eval(s); return last; }
            if (n instanceof While w) { long turns = 0; while (truth(eval(w.test()))) { eval(w.body()); if (++turns > 100000) throw new IllegalStateException("endless"); } return turns; }
            if (n instanceof Function0 f) { functions.put(f.name(), f); return 0L; }
            Call c = (Call) n;
            List<Object> args = new ArrayList<>();
            for (Node a : c.arguments()) args.add(eval(a));
            switch (c.name()) { case "print": out.append(args.get(0)).append(' '); return args.get(0); case "len": return (long) ((String) args.get(0)).length(); case "sqrt": return Math.sqrt(((Number) args.get(0)).doubleValue()); default: }
            Function0 f = functions.get(c.name());
            if (f == null) throw new NoSuchElementException("no function " + c.name());
            if (f.parameters().size() != args.size()) throw new IllegalArgumentException(c.name() + " takes " + f.parameters().size());
            Map<String, Object> scope = new HashMap<>();
            for (int i = 0; i < args.size(); i++) scope.put(f.parameters().get(i), args.get(i));
            scopes.push(scope);
            try { return eval(f.body()); } finally { scopes.pop(); }
        }
    }

    /** Closures instead of a tree walk, for expressions only. */
    static Function<Map<String, Object>, Object> compile(Node n) {
        if (n instanceof Literal l) return env -> l.value();
        if (n instanceof Name v) return env -> env.get(v.name());
        if (n instanceof Unary u) { var a = compile(u.a()); return env -> apply("-", 0L, a.apply(env)); }
        if (n instanceof Binary b) { var x = compile(b.a()); var y = compile(b.b()); return env -> apply(b.op(), x.apply(env), y.apply(env)); }
        if (n instanceof Choice c) { var t = compile(c.test()); var y = compile(c.yes()); var z = compile(c.no()); return env -> truth(t.apply(env)) ? y.apply(env) : z.apply(env); }
        throw new UnsupportedOperationException(n.getClass().getSimpleName());
    }

    public static void main(String[] args) {
        String[] programs = {"1 + 2 * 3 - 4 / 2;", "2 ^ 3 ^ 2; -2 ^ 2;", "(1 + 2) * -(3 - 10) % 4;", "x = 5; y = x * x; x < y && y == 25 ? \"yes \" + y : 0;", "1.5 * 4 + 10 / 4.0;", "i = 0; s = 0; while (i < 100) { s = s + i * i; i = i + 1; } s;",
            "def fact(n) n <= 1 ? 1 : n * fact(n - 1); fact(20);", "def fib(n) n < 2 ? n : fib(n - 1) + fib(n - 2); print(fib(15)); fib(10);", "def gcd(a, b) { while (b != 0) { t = a % b; a = b; b = t; } a; } gcd(1071, 462);", "n = 27; c = 0; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; c = c + 1; } print(\"steps \" + c);", "s = \"\"; while (len(s) < 10) s = s + len(s); s;", "!0 || 1 / 0;", "sqrt(2) * sqrt(2) == 2;",
            "1 / 0;", "y + 1;", "f(2);", "def g(a) a; g(1, 2);", "1 +;", "(1;", "\"open", "3 $ 4;", "while (1) 0;", "\"a\" - 1;", "def deep(n) deep(n + 1); deep(0);"};
        for (String p : programs) {
            Walker w = new Walker();
            try {
                Object result = w.eval(new Parser(p).program());
                System.out.println(p + " => " + result + " " + result.getClass().getSimpleName() + " [" + w.out + "] " + w.steps);
            } catch (SyntaxError | ArithmeticException | NoSuchElementException | IllegalArgumentException | IllegalStateException e) {
                System.out.println(p + " => " + e.getMessage());
            } catch (ClassCastException e) {
                System.out.println(p + " => type error");
            } catch (StackOverflowError e) {
                System.out.println(p + " => too deep");
            }
        }
        Node e = new Parser("a * a + 3 * b - (a > b ? a : -b) % 7").expression();
        System.out.println(e);
        Function<Map<String, Object>, Object> compiled = compile(e);
        long sum = 0;
        Walker w = new Walker();
        for (long a = 0; a < 30; a++) for (long b = 0; b < 20; b++) { Map<String, Object> env = Map.of("a", a, "b", b); w.scopes.peek().putAll(env); long x = (Long) compiled.apply(env); if (x != (Long) w.eval(e)) throw new AssertionError(a + " " + b); sum = sum * 3 + x; }
        System.out.println("agreed " + sum + " " + e.equals(new Parser("a*a+3*b-(a>b?a:-b)%7").expression()) + " " + e.hashCode());
    }
}
