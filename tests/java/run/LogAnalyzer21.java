// run: min=21
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

/** Analyses a generated server log: parsing into sealed records, pattern switches for rules, sessions, percentiles, sequenced reports. */
public class LogAnalyzer21 {
    sealed interface Entry permits Request, Failure, Login, Unparsed { default Instant at() { return Instant.EPOCH; } }
    record Request(Instant at, String user, String method, String path, int status, int millis) implements Entry { }
    record Failure(Instant at, String kind, Optional<String> detail) implements Entry { }
    record Login(Instant at, String user, boolean ok) implements Entry { }
    record Unparsed(int line, String text) implements Entry { }
    record Session(String user, List<Request> requests) {
        Session { if (requests.isEmpty()) throw new IllegalArgumentException("empty session of " + user); requests = List.copyOf(requests); }
        Duration length() { return Duration.between(requests.getFirst().at(), requests.getLast().at()); }
    }
    enum Severity { INFO, WARN, ALERT }
    record Finding(Severity severity, String text) { }

    static final Pattern LINE = Pattern.compile("(?<time>\\S+) (?<kind>REQ|ERR|LOGIN) (?<rest>.*)"), REQUEST = Pattern.compile("(\\w+) (GET|POST|PUT) (/\\S*) (\\d{3}) (\\d+)ms");

    static String generate(int lines) {
        Random r = new Random(2024);
        Instant now = Instant.parse("2024-05-01T08:00:00Z");
        StringBuilder out = new StringBuilder();
        String[] users = {"ann", "bob", "cat", "dan"}, paths = {"/", "/cart", "/item/1", "/item/2", "/admin", "/search?q=x"};
        for (int i = 0; i < lines; i++) {
            now = now.plusSeconds(r.nextInt(400)).plusMillis(r.nextInt(1000));
            String user = users[r.nextInt(users.length)];
            switch (r.nextInt(12)) {
                case 0 -> out.append(now).append(" LOGIN ").append(user).append(r.nextInt(3) == 0 ? " failed" : " ok");
                case 1 -> out.append(now).append(" ERR ").append(r.nextBoolean() ? "Timeout" : "NullPointer: in handler " + r.nextInt(5));
                case 2 -> out.append(r.nextBoolean() ? "garbage line " + i : "");
                default -> out.append(now).append(" REQ ").append(user).append(' ').append(r.nextInt(4) == 0 ? "POST" : "GET").append(' ').append(paths[r.nextInt(paths.length)]).append(' ').append(r.nextInt(10) == 0 ? 500 : r.nextInt(6) == 0 ? 404 : 200).append(' ').append(5 + r.nextInt(50) * r.nextInt(40)).append("ms");
            }
            out.append('\n');
        }
        return out.toString();
    }

    static Entry parse(int number, String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) return new Unparsed(number, line);
        Instant at = Instant.parse(m.group("time"));
        String rest = m.group("rest");
        return switch (m.group("kind")) {
            case "REQ" -> {
                Matcher q = REQUEST.matcher(rest);
                yield q.matches() ? new Request(at, q.group(1), q.group(2), q.group(3), Integer.parseInt(q.group(4)), Integer.parseInt(q.group(5))) : new Unparsed(number, rest);
            }
            case "ERR" -> rest.split(": ", 2) instanceof String[] parts && parts.length == 2 ? new Failure(at, parts[0], Optional.of(parts[1])) : new Failure(at, rest, Optional.empty());
            case "LOGIN" -> new Login(at, rest.substring(0, rest.indexOf(' ')), rest.endsWith(" ok"));
            default -> throw new AssertionError(line);
        };
    }

    static Optional<Finding> inspect(Entry e) {
        return Optional.ofNullable(switch (e) {
            case Request(var at, var user, var method, String path, int status, int ms) when status >= 500 && ms > 1000 -> new Finding(Severity.ALERT, path + " failed slowly for " + user);
            case Request r when r.path().startsWith("/admin") && !r.user().equals("ann") -> new Finding(Severity.WARN, r.user() + " reached " + r.path());
            case Request r when r.millis() > 1700 -> new Finding(Severity.INFO, "slow " + r.method() + " " + r.path());
            case Request r -> null;
            case Failure(var at, String kind, Optional<String> detail) when detail.isPresent() -> new Finding(Severity.WARN, kind + " " + detail.get());
            case Failure f -> new Finding(Severity.INFO, f.kind());
            case Login(var at, var user, boolean ok) when !ok -> new Finding(Severity.WARN, "bad password of " + user);
            case Login l -> null;
            case Unparsed(int line, String text) when text.isBlank() -> null;
            case Unparsed u -> new Finding(Severity.INFO, "line " + u.line() + " unreadable");
        });
    }

    static List<Session> sessions(List<Entry> entries, Duration gap) {
        SequencedMap<String, List<Request>> open = new LinkedHashMap<>();
        List<Session> done = new ArrayList<>();
        for (Entry e : entries) {
            if (!(e instanceof Request r)) continue;
            List<Request> mine = open.computeIfAbsent(r.user(), k -> new ArrayList<>());
            if (!mine.isEmpty() && Duration.between(mine.getLast().at(), r.at()).compareTo(gap) > 0) { done.add(new Session(r.user(), mine)); mine.clear(); }
            mine.add(r);
        }
        open.reversed().forEach((user, rest) -> done.add(new Session(user, rest)));
        return done;
    }

    static int percentile(int[] sorted, int p) { return sorted[Math.clamp((long) Math.ceilDiv(sorted.length * p, 100) - 1, 0, sorted.length - 1)]; }

    public static void main(String[] args) {
        String text = generate(500);
        int[] number = {0};
        List<Entry> entries = text.lines().map(l -> parse(++number[0], l)).toList();
        System.out.println(entries.size() + " " + entries.stream().collect(Collectors.groupingBy(e -> e.getClass().getSimpleName(), TreeMap::new, Collectors.counting())));
        System.out.println(entries.getFirst() + " " + entries.reversed().stream().filter(Failure.class::isInstance).findFirst().get());
        TreeMap<Severity, List<String>> findings = new TreeMap<>(Comparator.reverseOrder());
        entries.stream().map(LogAnalyzer21::inspect).flatMap(Optional::stream).forEach(f -> findings.computeIfAbsent(f.severity(), k -> new ArrayList<>()).add(f.text()));
        findings.forEach((s, l) -> System.out.println(s + " " + l.size() + " " + l.getFirst() + " ... " + l.getLast()));
        System.out.println(findings.firstEntry().getValue());
        List<Request> requests = entries.stream().<Request>mapMulti((e, sink) -> { if (e instanceof Request r) sink.accept(r); }).toList();
        TreeMap<String, int[]> times = requests.stream().collect(Collectors.groupingBy(Request::path, TreeMap::new, Collectors.collectingAndThen(Collectors.toList(), l -> l.stream().mapToInt(Request::millis).sorted().toArray())));
        times.forEach((path, t) -> System.out.println(String.format(Locale.ROOT, "%-12s %4d median %5d p90 %5d max %5d mean %8.2f", path, t.length, percentile(t, 50), percentile(t, 90), t[t.length - 1], Arrays.stream(t).average().orElse(0))));
        for (int minutes : new int[] {10, 30, 120}) {
            List<Session> sessions = sessions(entries, Duration.ofMinutes(minutes));
            Session longest = sessions.stream().max(Comparator.comparing(Session::length).thenComparing(Session::user)).orElseThrow();
            System.out.println(minutes + " minutes: " + sessions.size() + " sessions, longest " + longest.user() + " " + longest.length() + " with " + longest.requests().size());
        }
        DateTimeFormatter hour = DateTimeFormatter.ofPattern("dd'd'HH'h'", Locale.ROOT).withZone(ZoneOffset.UTC);
        SequencedMap<String, Integer> perHour = new LinkedHashMap<>();
        for (Request r : requests) perHour.merge(hour.format(r.at()), 1, Integer::sum);
        System.out.println(perHour.size() + " hours, first " + perHour.firstEntry() + " last " + perHour.lastEntry() + " busiest " + Collections.max(perHour.entrySet(), Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey())));
        perHour.reversed().entrySet().stream().limit(3).forEach(e -> System.out.println(e.getKey() + " " + "#".repeat(e.getValue())));
        try {
            new Session("nobody", List.of());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(requests.stream().collect(Collectors.teeing(Collectors.filtering(r -> r.status() >= 400, Collectors.counting()), Collectors.counting(), (bad, all) -> bad + "/" + all)) + " " + requests.hashCode());
    }
}
