// run: min=21
import java.util.*;
import java.util.function.*;
import java.util.regex.Pattern;
import java.util.stream.*;

/** Library additions up to 21: string indexing and splitting, builder repeats, clamping, emoji, bit compression, math, futures, access flags and collection helpers. */
public class LibraryOf21 {
    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        String s = "banana bandana";
        System.out.println(s.indexOf('a', 2, 5) + " " + s.indexOf("ana", 2, 9) + " " + s.indexOf('z', 0, 14) + " " + s.indexOf("", 3, 5) + " " + Arrays.toString("a,b;c".splitWithDelimiters("[,;]", 0)) + Arrays.toString("a1b22c".splitWithDelimiters("\\d+", 2)) + Arrays.toString(Pattern.compile("x").splitWithDelimiters("axbxx", -1)));
        attempt("indexOf range", () -> s.indexOf('a', 9, 3));
        attempt("indexOf end", () -> s.indexOf("a", 0, 99));
        StringBuilder b = new StringBuilder("=");
        System.out.println(b.repeat("ab", 3).repeat('-', 4).repeat(0x1F600, 2).repeat("", 5).repeat("z", 0) + " " + b.length() + " " + new StringBuffer().repeat("xy", 2));
        attempt("repeat negative", () -> b.repeat("x", -1));
        System.out.println(Math.clamp(15, 0, 10) + " " + Math.clamp(-5L, -3, 3) + " " + Math.clamp(2.5, 0.0, 1.0) + " " + Math.clamp(-0.0, 0.0, 1.0) + " " + Math.clamp(1f, 2f, 3f) + " " + Math.clamp(5_000_000_000L, 0, Integer.MAX_VALUE) + " " + Math.clamp(Double.NaN, 0.0, 1.0));
        attempt("clamp reversed", () -> Math.clamp(1, 5, 3));
        System.out.println(Math.ceilDiv(7, 2) + " " + Math.ceilDiv(-7, 2) + " " + Math.ceilMod(7, 3) + " " + Math.ceilDivExact(7, 2) + " " + Math.floorDivExact(-7, 2) + " " + Math.unsignedMultiplyHigh(-1L, -1L) + " " + Math.divideExact(7, 2) + " " + Math.TAU + " " + StrictMath.ceilDiv(9L, 4));
        attempt("divideExact", () -> Math.divideExact(Integer.MIN_VALUE, -1));
        attempt("ceilDivExact", () -> Math.ceilDivExact(Long.MIN_VALUE, -1L));
        System.out.println(Character.isEmoji(0x1F600) + " " + Character.isEmoji('a') + " " + Character.isEmojiPresentation(0x231A) + Character.isEmojiModifier(0x1F3FB) + Character.isEmojiComponent('#') + Character.isExtendedPictographic(0x2764) + " " + Pattern.matches("\\p{IsEmoji}+", "\uD83D\uDE00"));
        System.out.println(Integer.compress(0xABCD, 0xF0F0) + " " + Integer.expand(0xAC, 0xF0F0) + " " + Long.compress(-1L, 0x5555L) + " " + Long.expand(7, 0x8421L) + " " + Integer.toHexString(Integer.reverse(1)) + " " + Float.floatToFloat16(1.5f) + " " + Float.float16ToFloat((short) 0x7BFF) + " " + Float.floatToFloat16(1e10f) + " " + Float.float16ToFloat((short) 1));
        List<Integer> list = new ArrayList<>(List.of(4, 8, 15, 16, 23, 42));
        Collections.shuffle(list, (java.util.random.RandomGenerator) new SplittableRandom(3));
        System.out.println(list + " " + list.reversed() + " " + list.getFirst() + list.removeLast() + " " + HashMap.newHashMap(100).size() + LinkedHashSet.newLinkedHashSet(5).size() + " " + Locale.of("de", "AT") + " " + Objects.checkIndex(3L, 5L) + " " + Objects.toIdentityString(s).startsWith("java.lang.String@"));
        System.out.println(Stream.of(1, 2, 3, 4).<String>mapMulti((x, sink) -> { if (x % 2 == 0) { sink.accept("e" + x); sink.accept("f" + x); } }).toList() + " " + Stream.of("b", "a").sorted(Comparator.reverseOrder()).toList() + " " + IntStream.rangeClosed(1, 4).mapToObj(Integer::toString).collect(Collectors.teeing(Collectors.joining(), Collectors.counting(), (j, n) -> j + n)));
        System.out.println(java.time.Duration.ofSeconds(1).compareTo(java.time.Duration.ofMillis(999)) + " " + java.time.LocalTime.of(13, 5).format(java.time.format.DateTimeFormatter.ofPattern("h:mm B", Locale.US)) + " " + java.time.InstantSource.fixed(java.time.Instant.EPOCH).instant() + " " + java.time.Instant.EPOCH.until(java.time.Instant.ofEpochSecond(61), java.time.temporal.ChronoUnit.MINUTES));
        System.out.println(new java.math.BigInteger("123456789").parallelMultiply(java.math.BigInteger.TEN) + " " + new java.math.BigDecimal("2").sqrt(new java.math.MathContext(20)) + " " + java.math.BigDecimal.TWO + " " + HexFormat.of().formatHex(new byte[] {(byte) 0xCA, (byte) 0xFE}) + " " + Arrays.equals("a".getBytes(), new byte[] {97}));
        java.util.concurrent.Future<String> done = java.util.concurrent.CompletableFuture.completedFuture("now");
        System.out.println(done.resultNow() + " " + done.state() + " " + java.util.concurrent.CompletableFuture.failedFuture(new IllegalStateException("x")).exceptionNow());
        attempt("resultNow of failed", () -> java.util.concurrent.CompletableFuture.failedFuture(new Error("bad")).resultNow());
        attempt("match exception", () -> { throw new MatchException("no case", null); });
        System.out.println("name".describeConstable().get() + " " + Class.forName("[I").describeConstable().get().displayName() + " " + int[].class.accessFlags() + " " + Thread.class.accessFlags() + " " + Runnable.class.getMethod("run").accessFlags());
        java.lang.reflect.RecordComponent none = null;
        System.out.println(String.class.getDeclaredMethod("isBlank").accessFlags() + " " + new StringJoiner("+").add("a").add("b") + " " + none + " " + "ab\ncd".indent(1).lines().toList() + " " + "x".compareToIgnoreCase("X") + " " + "%s %S".formatted("a", "b"));
        TreeMap<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2));
        System.out.println(map.putIfAbsent("c", 3) + " " + map.compute("a", (k, v) -> v + 10) + " " + map.merge("b", 5, Integer::sum) + map + " " + map.pollFirstEntry() + map.reversed());
        BitSet bits = BitSet.valueOf(new long[] {0b1011});
        System.out.println(bits + " " + bits.stream().sum() + " " + new Scanner("1 2 3").tokens().mapToInt(Integer::parseInt).sum() + " " + new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + Optional.of(3).stream().toList() + " " + Set.copyOf(List.of(1, 1)).size());
        for (int word : new int[] {0x12345678, -1, 0x80000001}) {
            StringJoiner line = new StringJoiner(" ", Integer.toHexString(word) + ": ", "");
            for (int mask : new int[] {0x0000FFFF, 0xF0F0F0F0, 0x11111111, 0}) {
                int packed = Integer.compress(word, mask);
                line.add(Integer.toHexString(packed) + "/" + Integer.toHexString(Integer.expand(packed, mask)) + "/" + (Integer.expand(packed, mask) == (word & mask)));
            }
            System.out.println(line);
        }
        for (float f : new float[] {0f, -0f, 1f, 0.1f, 65504f, 65520f, 6e-8f, 1e-9f, Float.NaN, Float.NEGATIVE_INFINITY}) {
            short half = Float.floatToFloat16(f);
            System.out.print(f + "->" + Integer.toHexString(half & 0xffff) + "->" + Float.float16ToFloat(half) + " ");
        }
        System.out.println();
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        System.out.println(Stream.iterate(1, x -> x < 200, x -> x * 3).map(add.apply(1)).toList() + " " + Stream.of(5, 3, 9).max(Comparator.naturalOrder()).get() + " " + IntStream.iterate(1, x -> x * 2).limit(10).boxed().toList().reversed());
    }
}
