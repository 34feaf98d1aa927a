// run: min=17
import java.util.*;
import java.util.random.*;
import java.util.stream.*;

/** Random, SplittableRandom and the random generator families with fixed seeds; simulations that depend on every bit of them. */
public class Randoms {
    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static String draw(RandomGenerator r) {
        byte[] bytes = new byte[7];
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 3; i++) out.append(r.nextInt()).append(' ').append(r.nextInt(100)).append(' ').append(r.nextInt(64)).append(' ').append(r.nextLong()).append(' ').append(r.nextBoolean()).append(' ').append(r.nextDouble()).append(' ').append(r.nextFloat()).append(' ');
        r.nextBytes(bytes);
        return out + Arrays.toString(bytes) + " " + r.nextInt(-5, 5) + " " + r.nextLong(1_000_000_007L) + " " + r.nextLong(-1L << 40, 1L << 40) + " " + r.nextDouble(10) + " " + r.nextDouble(-1, 1) + " " + r.nextFloat(2f) + " " + r.nextGaussian() + " " + r.nextGaussian();
    }

    /** A deck shuffled by hand, as the library does it. */
    static List<String> deal(Random r, int n) {
        List<String> deck = new ArrayList<>();
        for (char suit : "CDHS".toCharArray()) for (String rank : "A 2 3 4 5 6 7 8 9 T J Q K".split(" ")) deck.add(rank + suit);
        for (int i = deck.size(); i > 1; i--) Collections.swap(deck, i - 1, r.nextInt(i));
        return deck.subList(0, n);
    }

    public static void main(String[] args) {
        for (long seed : new long[] {0, 42, -1, Long.MIN_VALUE, 123456789012345L}) System.out.println(seed + ": " + draw(new Random(seed)));
        for (long seed : new long[] {0, 42, -1}) System.out.println("splittable " + seed + ": " + draw(new SplittableRandom(seed)));
        SplittableRandom s = new SplittableRandom(7), t = s.split();
        System.out.println(s.nextInt() + " " + t.nextInt() + " " + t.split().nextLong() + " " + s.ints(5, 0, 100).boxed().toList() + " " + s.doubles(2).boxed().toList());
        for (String name : new String[] {"L64X128MixRandom", "L32X64MixRandom", "L128X128MixRandom", "Xoshiro256PlusPlus", "Xoroshiro128PlusPlus", "L64X128StarStarRandom", "L64X1024MixRandom", "Random", "SplittableRandom"}) {
            RandomGeneratorFactory<RandomGenerator> f = RandomGeneratorFactory.of(name);
            RandomGenerator g = f.create(99);
            System.out.println(name + " " + f.group() + " " + f.stateBits() + " " + f.isSplittable() + f.isJumpable() + f.isStatistical() + " " + g.nextInt() + " " + g.nextLong() + " " + g.nextInt(10, 20) + " " + g.nextDouble() + " " + g.nextGaussian() + " " + g.nextExponential());
        }
        Random r = new Random(5);
        r.setSeed(42);
        System.out.println(r.nextInt() == new Random(42).nextInt());
        System.out.println(new Random(3).ints(6, -3, 4).boxed().toList() + " " + new Random(3).longs(3).boxed().toList() + " " + new Random(3).doubles(3, 5, 6).boxed().toList() + " " + new Random(3).ints(0, 10).limit(5).sum());
        attempt("bound 0", () -> new Random(1).nextInt(0));
        attempt("bounds reversed", () -> new Random(1).nextInt(5, 5));
        attempt("negative stream", () -> new Random(1).ints(-1));
        attempt("unknown", () -> RandomGeneratorFactory.of("Dice"));
        attempt("infinite", () -> new Random(1).nextDouble(Double.POSITIVE_INFINITY));
        System.out.println(deal(new Random(2024), 13) + " " + Math.floorMod(new Random(1).nextLong(), 6));
        int[] histogram = new int[11];
        Random dice = new Random(6);
        for (int i = 0; i < 20000; i++) histogram[dice.nextInt(6) + dice.nextInt(6)]++;
        System.out.println(Arrays.toString(histogram));
        int inside = 0;
        SplittableRandom darts = new SplittableRandom(11);
        for (int i = 0; i < 20000; i++) { double x = darts.nextDouble(), y = darts.nextDouble(); if (x * x + y * y < 1) inside++; }
        System.out.println("pi about " + inside * 4 / 20000.0);
        double sum = 0, squares = 0;
        Random g = new Random(8);
        for (int i = 0; i < 5000; i++) { double v = g.nextGaussian(); sum += v; squares += v * v; }
        System.out.println(sum + " " + squares / 5000);
        int x = 0, y = 0, far = 0;
        Random walk = new Random(77);
        for (int i = 0; i < 10000; i++) { switch (walk.nextInt(4)) { case 0 -> x++; case 1 -> x--; case 2 -> y++; default -> y--; } far = Math.max(far, Math.abs(x) + Math.abs(y)); }
        System.out.println("walk " + x + "," + y + " farthest " + far);
        List<Integer> list = IntStream.range(0, 20).boxed().collect(Collectors.toList());
        Collections.shuffle(list, new Random(1));
        System.out.println(list);
        Random bytes = new Random(9);
        byte[] noise = new byte[5000];
        bytes.nextBytes(noise);
        System.out.println(Arrays.hashCode(noise) + " " + new java.math.BigInteger(100, new Random(4)) + " " + new java.math.BigInteger(40, 10, new Random(4)));
        Random custom = new Random() { int calls; @Override protected int next(int bits) { return ++calls & (1 << bits) - 1; } };
        System.out.println(custom.nextInt() + " " + custom.nextInt(10) + " " + custom.nextLong() + " " + custom.nextBoolean() + " " + custom.nextDouble());
        System.out.println(Math.random() < 1 && new Random().nextInt(5) < 5 && java.util.concurrent.ThreadLocalRandom.current().nextInt(3, 9) >= 3);
    }
}
