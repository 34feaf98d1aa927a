// run: min=25
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** Everyday code of the newest kind: streams with gatherers of one's own, nested record patterns, virtual executors, key derivation, reversed views, text blocks and time. */
public class TextAndTime25 {
    record Order(int id, String customer, LocalDate day, List<Line> lines) {
        int total() { return lines.stream().mapToInt(l -> l.quantity * l.cents).sum(); }
        record Line(String item, int quantity, int cents) { }
    }

    enum Size { SMALL, LARGE }

    static List<Order> orders() {
        return IntStream.range(0, 24).mapToObj(i -> new Order(i, List.of("ann", "bob", "cat").get(i % 3), LocalDate.of(2025, 1 + i % 4, 1 + i), IntStream.rangeClosed(0, i % 3).mapToObj(k -> new Order.Line("item" + (i + k) % 5, k + 1, 100 + 10 * i)).toList())).toList();
    }

    static <T> Gatherer<T, ?, List<T>> runs(java.util.function.BiPredicate<T, T> same) {
        return Gatherer.<T, ArrayList<T>, List<T>>ofSequential(ArrayList::new, (run, x, down) -> {
            if (!run.isEmpty() && !same.test(run.getLast(), x)) {
                boolean more = down.push(List.copyOf(run));
                run.clear();
                run.add(x);
                return more;
            }
            run.add(x);
            return true;
        }, (run, down) -> { if (!run.isEmpty()) down.push(List.copyOf(run)); });
    }

    static String label(Object o) {
        return switch (o) {
            case Order(var id, var who, var _, var lines) when lines.size() > 2 -> "large order " + id + " of " + who;
            case Order(int id, _, LocalDate d, _) when d.getDayOfWeek() == DayOfWeek.MONDAY -> "monday " + id;
            case Order(_, _, _, List<Order.Line> l) when l.getFirst() instanceof Order.Line(var item, _, int c) && c > 200 -> item + " at " + c;
            case Order o2 -> "plain " + o2.id();
            case Size.SMALL, Size.LARGE -> "size";
            case int[] a -> "ints " + a.length;
            default -> "?";
        };
    }

    public static void main(String[] args) throws Exception {
        var orders = orders();
        for (Order o : orders) if (o.id() % 3 != 1) System.out.print(label(o) + "; ");
        System.out.println(label(Size.LARGE) + label(new int[2]) + label(1));
        var totals = orders.stream().collect(Collectors.groupingBy(Order::customer, TreeMap::new, Collectors.summingInt(Order::total)));
        System.out.println(totals);
        System.out.println(orders.stream().gather(Gatherers.windowFixed(5)).map(w -> w.stream().mapToInt(Order::total).sum()).toList() + " " + orders.stream().map(o -> o.day().getMonth()).sorted().gather(runs(Object::equals)).map(r -> r.getFirst() + "x" + r.size()).toList());
        System.out.println(Stream.of(1, 2, 4, 5, 6, 9).gather(runs((Integer a, Integer b) -> b - a == 1)).toList() + " " + "aabbbc".chars().mapToObj(c -> (char) c).gather(runs((Character a, Character b) -> a == b)).map(r -> "" + r.getFirst() + r.size()).collect(Collectors.joining()));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = orders.stream().map(o -> executor.submit(() -> o.total() % 97)).toList();
            int sum = 0;
            for (var f : futures) sum += f.get();
            System.out.println(sum);
        }
        var text = """
            Name:\tvalue \
            continued
              indented "quotes" \s
            """;
        System.out.print(text.replace('\t', '>'));
        System.out.println(text.lines().map(String::strip).map(s -> s.isEmpty() ? "-" : s.substring(0, 1)).toList() + " " + "a-b_c".chars().filter(Character::isLetter).count() + " " + "x,y,,z".splitWithDelimiters(",", 0).length + " " + "Hello".indexOf('l', 0, 3));
        System.out.println(Duration.between(LocalDateTime.of(2025, 3, 30, 0, 0).atZone(ZoneId.of("Europe/Paris")), LocalDateTime.of(2025, 3, 31, 0, 0).atZone(ZoneId.of("Europe/Paris"))) + " " + Instant.ofEpochSecond(100).until(Instant.ofEpochSecond(160)) + " " + Period.between(LocalDate.of(2024, 2, 29), LocalDate.of(2025, 2, 28)) + " " + Year.of(2025).atDay(100));
        var map = new LinkedHashMap<String, Integer>();
        for (var o : orders) map.merge(o.lines().getFirst().item(), 1, Integer::sum);
        System.out.println(map + " " + map.reversed() + " " + map.firstEntry() + " " + map.sequencedKeySet().reversed().getFirst() + " " + map.pollLastEntry());
        var kdf = javax.crypto.KDF.getInstance("HKDF-SHA256");
        var key = kdf.deriveKey("AES", javax.crypto.spec.HKDFParameterSpec.ofExtract().addIKM("input".getBytes()).addSalt("salt".getBytes()).thenExpand("info".getBytes(), 16));
        System.out.println(HexFormat.of().formatHex(key.getEncoded()));
        var latch = new CountDownLatch(3);
        var seen = new ConcurrentSkipListSet<Integer>();
        for (int i = 0; i < 3; i++) { int n = i; Thread.startVirtualThread(() -> { seen.add(n * n); latch.countDown(); }); }
        latch.await();
        System.out.println(seen + " " + seen.reversed() + " " + new ArrayList<>(seen).reversed());
        long hash = 7;
        for (var o : orders) for (var l : o.lines()) hash = hash * 31 + l.hashCode() % 1000 + o.day().toEpochDay();
        System.out.println(hash + " " + orders.getLast().lines() + " " + StableNames.of(3));
    }

    static class StableNames {
        private static final Map<Integer, String> NAMES = new TreeMap<>();
        static String of(int n) {
            for (int i = 0; i < n; i++) NAMES.computeIfAbsent(i, k -> switch (k % 2) { case 0 -> "even" + k; default -> "odd" + k; });
            return NAMES.toString();
        }
    }
}
