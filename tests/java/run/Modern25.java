// run: min=25
import module java.base;

/** What came between 22 and 25: flexible constructor bodies, unnamed variables, module imports, gatherers, scoped values, foreign memory. */
public class Modern25 {
    static final List<String> log = new ArrayList<>();

    static class Base {
        final String seen;
        Base(String text) { log.add("Base " + text); seen = text + describe(); }
        String describe() { return "base"; }
    }

    static class Checked extends Base {
        final int size;
        final String name;
        static int made;

        Checked(String name, int size) {
            if (size < 0) throw new IllegalArgumentException("size " + size);
            log.add("before super");
            this.size = size * 2;
            this.name = name.strip();
            String joined = name.strip() + "/" + size * 2;
            super(joined);
            made++;
            log.add("after super " + seen);
        }

        Checked(int size) {
            String text = "n".repeat(size);
            try {
                text += Integer.parseInt("x");
            } catch (NumberFormatException _) {
                text += "!";
            }
            this(text, size);
        }

        @Override String describe() { return "[" + size + name + "]"; }
    }

    enum Grade { A(9), B(5); final int points; Grade(int p) { var twice = p * 2; this.points = twice; } }
    record Span(int low, int high) { Span(String s) { var parts = s.split("-"); this(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])); } }
    record Pair<A, B>(A a, B b) { }
    sealed interface Shape { }
    record Circle(double r) implements Shape { }
    record Square(double s) implements Shape { }
    record Nothing(Object a, Object b, Object c) implements Shape { }

    static String unnamed(Object o) {
        return switch (o) {
            case Pair<?, ?>(Integer n, _) when n > 10 -> "big " + n;
            case Pair<?, ?>(_, String s) -> "second " + s;
            case Pair<?, ?>(_, _) -> "some pair";
            case Circle _, Square _ -> "simple shape";
            case Nothing(_, var b, _) -> "middle " + b;
            case Integer _ -> "integer";
            default -> "other";
        };
    }

    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    static String whoami() { return USER.orElse("nobody") + (DEPTH.isBound() ? DEPTH.get() : ""); }

    static void attempt(String what, Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void constructors() {
        Checked c = new Checked("  name ", 4);
        System.out.println(c.seen + " " + c.size + " " + c.name + " " + log);
        log.clear();
        System.out.println(new Checked(3).seen + " " + log + " " + Checked.made);
        log.clear();
        attempt("refused", () -> new Checked("x", -1));
        System.out.println(log + " " + Grade.B.points + " " + new Span("3-9") + " " + new Checked("anon", 1) { final String own; { own = "own" + size; } @Override String describe() { return "anonymous " + size + own; } }.seen);
    }

    static void gatherers() {
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6, 7).gather(Gatherers.windowFixed(3)).toList() + " " + Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(2)).toList() + " " + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 10, Integer::sum)).toList() + " " + Stream.of("a", "b", "c").gather(Gatherers.fold(() -> "", (a, b) -> b + a)).toList());
        Gatherer<Integer, int[], Integer> differences = Gatherer.ofSequential(() -> new int[] {0, 0}, (state, x, down) -> { boolean go = state[1]++ == 0 || down.push(x - state[0]); state[0] = x; return go; }, (state, down) -> down.push(-state[1]));
        Gatherer<Object, ?, Object> twice = Gatherer.of((_, x, down) -> down.push(x) && down.push(x));
        System.out.println(Stream.of(5, 9, 2, 2).gather(differences).toList() + " " + Stream.of(1, 'x').gather(twice).toList() + " " + Stream.iterate(1, x -> x * 2).gather(differences).limit(5).toList() + " " + Stream.of(1, 2, 3, 4).gather(differences.andThen(Gatherers.windowFixed(2))).toList() + " " + IntStream.range(0, 20).boxed().gather(Gatherers.mapConcurrent(3, x -> x * x)).mapToInt(x -> x).sum());
        attempt("bad window", () -> Gatherers.windowFixed(0));
    }

    static void scoped() throws Exception {
        System.out.println(whoami() + " " + ScopedValue.where(USER, "ann").call(() -> whoami() + ScopedValue.where(USER, "bob").where(DEPTH, 2).call(Modern25::whoami) + whoami()) + " " + USER.isBound());
        ScopedValue.where(DEPTH, 1).run(() -> { for (int i = 0; i < 3; i++) { int k = i; ScopedValue.where(DEPTH, DEPTH.get() + k).run(() -> log.add(whoami())); } });
        System.out.println(log);
        log.clear();
        attempt("unbound", USER::get);
        attempt("thrown through", () -> ScopedValue.where(USER, "x").call(() -> { throw new IOException("inside " + USER.get()); }));
        Thread t = Thread.ofVirtual().start(() -> ScopedValue.where(USER, "virtual").run(() -> log.add(whoami())));
        t.join();
        System.out.println(log + " " + whoami());
    }

    static void memory() {
        try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
            var ints = arena.allocate(java.lang.foreign.ValueLayout.JAVA_INT, 10);
            for (int i = 0; i < 10; i++) ints.setAtIndex(java.lang.foreign.ValueLayout.JAVA_INT, i, i * i);
            var text = arena.allocateFrom("héllo");
            System.out.println(ints.byteSize() + " " + ints.getAtIndex(java.lang.foreign.ValueLayout.JAVA_INT, 7) + " " + text.getString(0) + " " + text.byteSize() + " " + ints.asSlice(8, 8).get(java.lang.foreign.ValueLayout.JAVA_INT, 4) + " " + Arrays.toString(ints.toArray(java.lang.foreign.ValueLayout.JAVA_INT)) + " " + ints.fill((byte) 1).get(java.lang.foreign.ValueLayout.JAVA_INT, 0));
            attempt("out of bounds", () -> { try { return ints.getAtIndex(java.lang.foreign.ValueLayout.JAVA_INT, 10); } catch (IndexOutOfBoundsException _) { return "IndexOutOfBoundsException"; } });
            var heap = java.lang.foreign.MemorySegment.ofArray(new long[] {1L << 40, 2});
            System.out.println(heap.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 5) + " " + heap.mismatch(java.lang.foreign.MemorySegment.ofArray(new long[] {1L << 40, 3})) + " " + java.lang.foreign.MemorySegment.ofArray(new byte[4]).isReadOnly());
            kept = ints;
        }
        attempt("closed arena", () -> kept.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
    }

    static java.lang.foreign.MemorySegment kept;

    public static void main(String[] args) throws Exception {
        constructors();
        for (Object o : new Object[] {new Pair<>(50, "x"), new Pair<>(5, "x"), new Pair<>(5, 6), new Circle(1), new Square(2), new Nothing(1, 2, 3), 7, "s"}) System.out.print(unnamed(o) + "; ");
        System.out.println();
        int count = 0;
        for (var _ : List.of("a", "b", "c")) count++;
        try (var _ = new StringReader("resource"); var _ = new StringReader("another")) { count += 10; }
        BiFunction<Integer, Integer, Integer> first = (x, _) -> x;
        BinaryOperator<String> none = (_, _) -> "none";
        System.out.println(count + " " + first.apply(1, 2) + none.apply("a", "b"));
        gatherers();
        scoped();
        memory();
        /// a comment in Markdown
        IO.println("by IO " + List.of(1, 2).getLast() + " " + Path.of("a", "b") + " " + Duration.ofMinutes(90));
        IO.print("no newline");
        IO.println();
    }
}
