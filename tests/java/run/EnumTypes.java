// run: min=17
import java.util.*;
import java.util.stream.Collectors;

/** Enums: constructors, bodies, switches, valueOf, EnumSet and EnumMap, comparison and reflection on them. */
public class EnumTypes {
    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6), JUPITER(1.9e+27, 7.1492e7);
        static final double G = 6.67300E-11;
        private final double mass, radius;
        Planet(double mass, double radius) { this.mass = mass; this.radius = radius; }
        double gravity() { return G * mass / (radius * radius); }
    }

    enum Operation {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        MINUS("-") { int apply(int a, int b) { return a - b; } },
        TIMES("*") {
            private int used;
            int apply(int a, int b) { used++; return a * b; }
            @Override public String toString() { return "times used " + used; }
        },
        DIVIDE("/") { int apply(int a, int b) { return a / b; } };
        final String symbol;
        private static final Map<String, Operation> BY_SYMBOL = new TreeMap<>();
        static { for (Operation o : values()) BY_SYMBOL.put(o.symbol, o); }
        Operation(String symbol) { this.symbol = symbol; }
        abstract int apply(int a, int b);
        static Optional<Operation> of(String symbol) { return Optional.ofNullable(BY_SYMBOL.get(symbol)); }
    }

    enum Empty { }

    interface Coded { int code(); default String hex() { return Integer.toHexString(code()); } }

    enum Status implements Coded {
        OK { public int code() { return 200; } }, GONE { public int code() { return 410; } }, TEAPOT;
        public int code() { return 418; }
        Status next() { return values()[(ordinal() + 1) % values().length]; }
    }

    enum Big { B00, B01, B02, B03, B04, B05, B06, B07, B08, B09, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19, B20, B21, B22, B23, B24, B25, B26, B27, B28, B29,
        B30, B31, B32, B33, B34, B35, B36, B37, B38, B39, B40, B41, B42, B43, B44, B45, B46, B47, B48, B49, B50, B51, B52, B53, B54, B55, B56, B57, B58, B59,
        B60, B61, B62, B63, B64, B65, B66, B67, B68, B69 }

    static String light(Status s) {
        switch (s) {
            case OK: return "green";
            case TEAPOT: return "short and stout";
            default: return "red " + s.hex();
        }
    }

    public static void main(String[] args) {
        for (Planet p : Planet.values()) System.out.println(p + " " + p.ordinal() + " " + p.gravity());
        for (Operation o : Operation.values()) {
            System.out.println(o.name() + " " + o + " " + o.symbol + " 7,3 -> " + o.apply(7, 3) + " " + o.getDeclaringClass().getSimpleName() + " "
                + (o.getClass() == Operation.class) + " '" + o.getClass().getSimpleName() + "' " + o.getClass().getSuperclass().getSimpleName());
        }
        System.out.println(Operation.TIMES + " " + Operation.of("*").map(o -> o.apply(6, 7)).orElse(-1) + " " + Operation.of("?").isPresent() + " " + Operation.TIMES);
        System.out.println(Empty.values().length + " " + EnumSet.noneOf(Empty.class) + " " + EnumSet.allOf(Empty.class).size());
        for (Status s : Status.values()) System.out.println(s + " " + s.code() + " " + s.hex() + " " + light(s) + " next " + s.next());
        for (String name : new String[] {"OK", "ok", "", "TEAPOT "}) {
            try {
                System.out.println(Status.valueOf(name).code());
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Status.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Status.OK.compareTo(Status.TEAPOT) + " " + Status.GONE.equals(Status.GONE) + " " + (Status.valueOf("GONE") == Status.GONE) + " "
            + (Status.values() == Status.values()) + " " + Enum.valueOf(Big.class, "B42").ordinal());
        Status[] copy = Status.values();
        copy[0] = null;
        System.out.println(Status.values()[0]);

        EnumSet<Status> set = EnumSet.of(Status.TEAPOT, Status.OK);
        System.out.println(set + " " + EnumSet.complementOf(set) + " " + set.contains(Status.GONE) + " " + set.add(Status.OK) + set.add(Status.GONE) + " " + set
            + " " + EnumSet.range(Status.OK, Status.GONE) + " " + set.remove(null) + " " + set.containsAll(EnumSet.allOf(Status.class)));
        EnumSet<Big> big = EnumSet.range(Big.B05, Big.B66);
        big.removeIf(b -> b.ordinal() % 3 != 0);
        EnumSet<Big> other = EnumSet.complementOf(big);
        System.out.println(big.size() + " " + other.size() + " " + big);
        other.retainAll(EnumSet.range(Big.B60, Big.B69));
        System.out.println(other + " " + Collections.max(other) + " " + big.clone().equals(big) + " " + other.stream().mapToInt(Enum::ordinal).sum());
        Iterator<Big> it = big.iterator();
        it.next();
        it.remove();
        System.out.println(big.iterator().next() + " " + big.addAll(other) + " " + big.size());
        try {
            EnumSet.copyOf(new ArrayList<Status>());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Set<Object> raw = uncheck(EnumSet.noneOf(Status.class));
            raw.add(Big.B00);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }

        EnumMap<Status, List<Integer>> map = new EnumMap<>(Status.class);
        for (int i = 0; i < 10; i++) map.computeIfAbsent(Status.values()[2 - i % 3], k -> new ArrayList<>()).add(i);
        System.out.println(map + " " + map.keySet() + " " + map.containsKey(Status.OK) + " " + map.get(null) + " " + map.containsValue(List.of(0, 3, 6, 9)));
        map.remove(Status.GONE);
        map.put(Status.OK, null);
        for (Map.Entry<Status, List<Integer>> e : map.entrySet()) e.setValue(List.of(e.getKey().code()));
        System.out.println(map + " " + map.size() + " " + map.equals(Map.of(Status.OK, List.of(200), Status.TEAPOT, List.of(418))) + " " + new EnumMap<>(map).equals(map));
        try {
            map.put(null, null);
        } catch (NullPointerException e) {
            System.out.println("no null keys");
        }
        System.out.println(Arrays.stream(Big.values()).collect(Collectors.groupingBy(b -> Status.values()[b.ordinal() % 3], () -> new EnumMap<>(Status.class), Collectors.counting())));
        TreeMap<Big, String> sorted = new TreeMap<>(Comparator.reverseOrder());
        for (Big b : List.of(Big.B10, Big.B03, Big.B33)) sorted.put(b, b.name().substring(1));
        System.out.println(sorted + " " + sorted.firstKey() + " " + sorted.headMap(Big.B05));
        System.out.println(Status.class.isEnum() + " " + Status.OK.getClass().isEnum() + " " + Arrays.toString(Status.class.getEnumConstants())
            + " " + Status.OK.getClass().getEnumConstants() + " " + Status.class.getSuperclass().getName() + " " + Status.OK.describeConstable().isPresent());
        StringBuilder out = new StringBuilder();
        for (Big b : Big.values()) {
            switch (b) {
                case B00 -> out.append("first ");
                case B10, B20, B30 -> out.append(b).append(' ');
                case B69 -> out.append("last");
                default -> { if (b.ordinal() % 16 == 0) out.append(b.ordinal()).append(' '); }
            }
        }
        System.out.println(out);
        Operation div = Operation.valueOf("DIVIDE");
        try {
            div.apply(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + " in " + e.getStackTrace()[0].getClassName());
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T uncheck(Object o) { return (T) o; }
}
