// run: min=21
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** An in-memory database with a query language: tokens, sealed syntax trees, planning, joins, grouping, indexes and transactions. */
public class TinyDatabase21 {
    sealed interface Value {
        record Int(long n) implements Value { @Override public String toString() { return "" + n; } }
        record Text(String s) implements Value { @Override public String toString() { return s; } }
        enum Null implements Value { NULL }
        static int order(Value x, Value y) {
            record Both(Value a, Value b) { }
            return switch (new Both(x, y)) {
                case Both(Int(var a), Int(var b)) -> Long.compare(a, b);
                case Both(Text(var a), Text(var b)) -> a.compareTo(b);
                case Both(Null a, Null b) -> 0;
                case Both(Null a, var b) -> -1;
                case Both(var a, Null b) -> 1;
                case Both(Int a, Text b) -> -1;
                case Both(Text a, Int b) -> 1;
            };
        }
    }

    sealed interface Expr { }
    record Column(String name) implements Expr { }
    record Constant(Value v) implements Expr { }
    record Compare(String op, Expr a, Expr b) implements Expr { }
    record Logic(boolean and, Expr a, Expr b) implements Expr { }
    record Not(Expr e) implements Expr { }
    record Arithmetic(char op, Expr a, Expr b) implements Expr { }
    record Aggregate(String f, Expr e) implements Expr { }

    record Join(String table, String left, String right) { }
    sealed interface Statement { }
    record Select(List<Expr> what, String from, List<Join> joins, Expr where, List<String> groupBy, String orderBy, boolean descending, long limit) implements Statement { }
    record Insert(String table, List<List<Value>> rows) implements Statement { }
    record Delete(String table, Expr where) implements Statement { }
    record Update(String table, String column, Expr to, Expr where) implements Statement { }
    record Create(String table, List<String> columns) implements Statement { }
    enum Transaction implements Statement { BEGIN, COMMIT, ROLLBACK }

    static class QueryError extends RuntimeException { private static final long serialVersionUID = 1; QueryError(String m) { super(m); } }

    static class Parser {
        final List<String> tokens = new ArrayList<>();
        int at;
        Parser(String s) { var m = java.util.regex.Pattern.compile("'[^']*'|[A-Za-z_.]+|\\d+|<=|>=|<>|[-+*/=<>(),]").matcher(s); while (m.find()) tokens.add(m.group()); }
        String peek() { return at < tokens.size() ? tokens.get(at) : ""; }
        boolean accept(String t) { if (!peek().equalsIgnoreCase(t)) return false; at++; return true; }
        void expect(String t) { if (!accept(t)) throw new QueryError("expected " + t + " but found '" + peek() + "'"); }
        String next() { if (at == tokens.size()) throw new QueryError("unexpected end"); return tokens.get(at++); }
        <T> List<T> list(Supplier<T> item) { List<T> out = new ArrayList<>(); do out.add(item.get()); while (accept(",")); return out; }

        Statement statement() {
            Statement s = switch (next().toLowerCase(Locale.ROOT)) {
                case "select" -> select();
                case "insert" -> { expect("into"); String t = next(); expect("values"); yield new Insert(t, list(() -> { expect("("); var row = list(this::value); expect(")"); return row; })); }
                case "delete" -> { expect("from"); yield new Delete(next(), where()); }
                case "update" -> { String t = next(); expect("set"); String c = next(); expect("="); Expr to = sum(); yield new Update(t, c, to, where()); }
                case "create" -> { expect("table"); String t = next(); expect("("); var cs = list(this::next); expect(")"); yield new Create(t, cs); }
                case "begin" -> Transaction.BEGIN; case "commit" -> Transaction.COMMIT; case "rollback" -> Transaction.ROLLBACK;
                case String other -> throw new QueryError("unknown statement " + other);
            };
            if (at < tokens.size()) throw new QueryError("trailing '" + peek() + "'");
            return s;
        }
        Select select() {
            List<Expr> what = accept("*") ? List.of() : list(this::sum);
            expect("from");
            String from = next();
            List<Join> joins = new ArrayList<>();
            while (accept("join")) { String t = next(); expect("on"); String l = next(); expect("="); joins.add(new Join(t, l, next())); }
            Expr where = where();
            List<String> group = accept("group") ? by() : List.of();
            String order = accept("order") ? by().getFirst() : null;
            boolean descending = accept("desc");
            return new Select(what, from, joins, where, group, order, descending, accept("limit") ? Long.parseLong(next()) : Long.MAX_VALUE);
        }
        List<String> by() { expect("by"); return list(this::next); }
        Expr where() { return accept("where") ? or() : null; }
        Expr or() { Expr a = and(); while (accept("or")) a = new Logic(false, a, and()); return a; }
        Expr and() { Expr a = test(); while (accept("and")) a = new Logic(true, a, test()); return a; }
        Expr test() {
            if (accept("not")) return new Not(test());
            Expr a = sum();
            return Set.of("=", "<", ">", "<=", ">=", "<>").contains(peek()) ? new Compare(next(), a, sum()) : a;
        }
        Expr sum() { Expr a = product(); while (peek().equals("+") || peek().equals("-")) a = new Arithmetic(next().charAt(0), a, product()); return a; }
        Expr product() { Expr a = atom(); while (peek().equals("*") || peek().equals("/")) a = new Arithmetic(next().charAt(0), a, atom()); return a; }
        Expr atom() {
            if (accept("(")) { Expr e = or(); expect(")"); return e; }
            if (Set.of("count", "sum", "max", "min").contains(peek().toLowerCase(Locale.ROOT))) { String f = next(); expect("("); Expr e = accept("*") ? new Constant(new Value.Int(1)) : sum(); expect(")"); return new Aggregate(f, e); }
            char c = peek().isEmpty() ? ' ' : peek().charAt(0);
            return c == '\'' || Character.isDigit(c) || peek().equalsIgnoreCase("null") ? new Constant(value()) : new Column(next());
        }
        Value value() { return switch (next()) { case String s when s.startsWith("'") -> new Value.Text(s.substring(1, s.length() - 1)); case String s when s.equalsIgnoreCase("null") -> Value.Null.NULL; case String s -> new Value.Int(Long.parseLong(s)); }; }
    }

    static class Table {
        final List<String> columns;
        List<List<Value>> rows = new ArrayList<>();
        Table(List<String> columns) { this.columns = columns; }
    }

    private final SequencedMap<String, Table> tables = new LinkedHashMap<>();
    private final Deque<Map<String, List<List<Value>>>> saved = new ArrayDeque<>();

    Table table(String name) { Table t = tables.get(name); if (t == null) throw new QueryError("no table " + name); return t; }

    static Value eval(Expr e, Map<String, Value> row, List<Map<String, Value>> group) {
        return switch (e) {
            case Column(var name) when row.containsKey(name) -> row.get(name);
            case Column(var name) -> throw new QueryError("no column " + name);
            case Constant(var v) -> v;
            case Compare(var op, var a, var b) -> {
                Value x = eval(a, row, group), y = eval(b, row, group);
                if (x == Value.Null.NULL || y == Value.Null.NULL) yield Value.Null.NULL;
                int c = Value.order(x, y);
                yield bool(switch (op) { case "=" -> c == 0; case "<>" -> c != 0; case "<" -> c < 0; case ">" -> c > 0; case "<=" -> c <= 0; default -> c >= 0; });
            }
            case Logic(boolean and, var a, var b) -> bool(and ? truth(eval(a, row, group)) && truth(eval(b, row, group)) : truth(eval(a, row, group)) || truth(eval(b, row, group)));
            case Not(var x) -> bool(!truth(eval(x, row, group)));
            case Arithmetic(char op, var a, var b) -> {
                if (!(eval(a, row, group) instanceof Value.Int(long x) && eval(b, row, group) instanceof Value.Int(long y))) yield Value.Null.NULL;
                yield new Value.Int(switch (op) { case '+' -> x + y; case '-' -> x - y; case '*' -> x * y; default -> x / y; });
            }
            case Aggregate(var f, var x) -> {
                if (group == null) throw new QueryError(f + " outside of a group");
                List<Value> vs = group.stream().map(r -> eval(x, r, null)).filter(v -> v != Value.Null.NULL).toList();
                yield switch (f.toLowerCase(Locale.ROOT)) { case "count" -> new Value.Int(vs.size()); case "sum" -> new Value.Int(vs.stream().mapToLong(v -> v instanceof Value.Int(long n) ? n : 0).sum()); case "max" -> vs.stream().max(Value::order).orElse(Value.Null.NULL); default -> vs.stream().min(Value::order).orElse(Value.Null.NULL); };
            }
        };
    }

    static Value bool(boolean b) { return new Value.Int(b ? 1 : 0); }
    static boolean truth(Value v) { return v instanceof Value.Int(long n) && n != 0; }
    static boolean aggregates(Expr e) { return switch (e) { case Aggregate a -> true; case Arithmetic(char op, var a, var b) -> aggregates(a) || aggregates(b); default -> false; }; }

    static Map<String, Value> named(String table, Table t, List<Value> row) {
        Map<String, Value> out = new LinkedHashMap<>();
        for (int i = 0; i < t.columns.size(); i++) { out.put(t.columns.get(i), row.get(i)); out.put(table + "." + t.columns.get(i), row.get(i)); }
        return out;
    }

    Object execute(String sql) {
        return switch (new Parser(sql).statement()) {
            case Create(var name, var columns) -> { if (tables.putIfAbsent(name, new Table(columns)) != null) throw new QueryError("table " + name + " exists"); yield "created"; }
            case Insert(var name, var rows) -> { Table t = table(name); for (var r : rows) { if (r.size() != t.columns.size()) throw new QueryError(name + " has " + t.columns.size() + " columns"); t.rows.add(r); } yield rows.size() + " in"; }
            case Delete(var name, var where) -> { Table t = table(name); int before = t.rows.size(); t.rows.removeIf(r -> where == null || truth(eval(where, named(name, t, r), null))); yield before - t.rows.size() + " out"; }
            case Update(var name, var column, var to, var where) -> {
                Table t = table(name);
                int at = t.columns.indexOf(column), changed = 0;
                if (at < 0) throw new QueryError("no column " + column);
                for (ListIterator<List<Value>> it = t.rows.listIterator(); it.hasNext(); ) { List<Value> r = it.next(); var env = named(name, t, r); if (where != null && !truth(eval(where, env, null))) continue; List<Value> copy = new ArrayList<>(r); copy.set(at, eval(to, env, null)); it.set(copy); changed++; }
                yield changed + " changed";
            }
            case Transaction.BEGIN -> { Map<String, List<List<Value>>> copy = new HashMap<>(); tables.forEach((k, t) -> copy.put(k, new ArrayList<>(t.rows))); saved.push(copy); yield "begun " + saved.size(); }
            case Transaction.COMMIT -> { if (saved.poll() == null) throw new QueryError("nothing begun"); yield "committed"; }
            case Transaction.ROLLBACK -> { var copy = saved.poll(); if (copy == null) throw new QueryError("nothing begun"); copy.forEach((k, rows) -> tables.get(k).rows = rows); yield "rolled back"; }
            case Select s -> select(s);
        };
    }

    String select(Select s) {
        Table from = table(s.from());
        Stream<Map<String, Value>> rows = from.rows.stream().map(r -> named(s.from(), from, r));
        for (Join j : s.joins()) {
            Table t = table(j.table());
            Map<Value, List<Map<String, Value>>> index = t.rows.stream().map(r -> named(j.table(), t, r)).collect(Collectors.groupingBy(r -> r.get(j.right())));
            rows = rows.flatMap(r -> index.getOrDefault(r.get(j.left()), List.of()).stream().map(o -> { Map<String, Value> both = new LinkedHashMap<>(r); o.forEach(both::putIfAbsent); return both; }));
        }
        if (s.where() != null) rows = rows.filter(r -> truth(eval(s.where(), r, null)));
        Stream<List<Value>> out;
        Comparator<Map<String, Value>> order = s.orderBy() == null ? null : Comparator.comparing(r -> eval(new Column(s.orderBy()), r, null), Value::order);
        if (!s.groupBy().isEmpty() || s.what().stream().anyMatch(TinyDatabase21::aggregates)) {
            SequencedMap<List<Value>, List<Map<String, Value>>> groups = rows.collect(Collectors.groupingBy(r -> s.groupBy().stream().map(g -> eval(new Column(g), r, null)).toList(), LinkedHashMap::new, Collectors.toList()));
            if (groups.isEmpty() && s.groupBy().isEmpty()) groups.put(List.of(), List.of());
            Stream<List<Map<String, Value>>> gs = groups.values().stream();
            if (order != null) gs = gs.sorted((a, b) -> (s.descending() ? -1 : 1) * order.compare(a.getFirst(), b.getFirst()));
            out = gs.map(g -> s.what().stream().map(e -> eval(e, g.isEmpty() ? Map.of() : g.getFirst(), g)).toList());
        } else {
            if (order != null) rows = rows.sorted(s.descending() ? order.reversed() : order);
            out = rows.map(r -> s.what().isEmpty() ? r.entrySet().stream().filter(e -> !e.getKey().contains(".")).map(Map.Entry::getValue).toList() : s.what().stream().map(e -> eval(e, r, null)).toList());
        }
        return out.limit(s.limit()).map(List::toString).collect(Collectors.joining(" "));
    }

    public static void main(String[] args) {
        TinyDatabase21 db = new TinyDatabase21();
        String script = """
            create table people (id, name, city, age); create table cities (city, country); create table people (x)
            insert into people values (1, 'Ann', 'Oslo', 31), (2, 'Bob', 'Rome', 25), (3, 'Cid', 'Oslo', 42), (4, 'Dee', null, 25); insert into cities values ('Oslo', 'Norway'), ('Rome', 'Italy'), ('Bern', 'Schweiz'); insert into cities values (1)
            select * from people; select name, age * 2 + 1 from people where age > 25 or name = 'Dee' order by name desc
            select name from people where city <> 'Oslo'; select name from people where not city = 'Oslo' and age <= 25; select name from people where city = null
            select city, count(*), sum(age), max(name) from people group by city order by city; select count(*), min(age) from people where age > 100; select count(city) from people
            select name, country from people join cities on people.city = cities.city order by age desc limit 2; select country, sum(age) / count(*) from people join cities on people.city = cities.city group by country
            begin; update people set age = age + 10 where city = 'Oslo'; begin; delete from people where age < 30; select name, age from people; rollback; select count(*) from people; commit; commit
            update people set nope = 1; select nope from people; select name from nowhere; selekt; select name people; insert into people values (5, 'x'; delete from people where 1 / 0; select sum(age), name + 1 from people; delete from cities; select * from cities; select a from people where count(*)
            """;
        for (String sql : script.split("[;\n]")) {
            try {
                System.out.println(sql.strip() + " => " + db.execute(sql));
            } catch (QueryError | ArithmeticException e) {
                System.out.println(sql.strip() + " => error: " + e.getMessage());
            }
        }
        db.execute("create table numbers (n, square, kind)");
        for (int i = 0; i < 200; i++) db.execute("insert into numbers values (" + i + ", " + i * i + ", '" + (i % 3 == 0 ? "fizz" : "plain") + "')");
        System.out.println(db.execute("select kind, count(*), sum(square), max(n) from numbers where n > 20 and square < 30000 group by kind order by kind"));
        System.out.println(new Parser("select a, sum(b) from t where x = 1 and not y < 'z' group by a limit 3").statement());
    }
}
