// run: min=17
import java.util.*;

/** Allocates about 500 MB in small objects while holding few: trees, strings, arrays, boxes, maps, closures; survivors are checked for corruption. */
public class GarbageChurn {
    static final class Node {
        Node left, right;
        final int value;
        final long check;
        Node(int value, Node left, Node right) { this.value = value; this.left = left; this.right = right; check = value * 31L + (left == null ? 0 : left.check) - (right == null ? 0 : right.check); }
        boolean sound() { return check == value * 31L + (left == null ? 0 : left.check) - (right == null ? 0 : right.check) && (left == null || left.sound()) && (right == null || right.sound()); }
        int count() { return 1 + (left == null ? 0 : left.count()) + (right == null ? 0 : right.count()); }
    }

    static Node tree(int depth, int seed) {
        return depth == 0 ? new Node(seed, null, null) : new Node(seed, tree(depth - 1, seed * 2 + 1), tree(depth - 1, seed * 2 + 2));
    }

    static long allocated;

    static int arrays(int rounds) {
        Object[] ring = new Object[64];
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            byte[] b = new byte[i % 4000];
            if (b.length > 10) b[b.length / 2] = (byte) i;
            int[][] grid = new int[3][i % 200];
            long[] l = new long[500 + i % 500];
            l[i % 500] = i;
            ring[i % ring.length] = i % 3 == 0 ? b : i % 3 == 1 ? grid : l;
            allocated += b.length + 12L * (i % 200) + l.length * 8L + 96;
            Object old = ring[(i * 7) % ring.length];
            if (old instanceof byte[] x) sum += x.length > 10 ? x[x.length / 2] : 1;
            else if (old instanceof long[] x) for (int k = 0; k < 5; k++) sum += (int) x[(i + k) % 500];
            else if (old instanceof int[][] x) sum += x.length + x[2].length;
        }
        return sum;
    }

    static int strings(int rounds) {
        Map<String, Integer> kept = new LinkedHashMap<>(64, 0.75f, true) { @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return size() > 200; } };
        int hash = 0;
        for (int i = 0; i < rounds; i++) {
            String s = "key-" + i % 997 + ":" + "x".repeat(i % 50);
            kept.merge(s, 1, Integer::sum);
            hash = hash * 31 + s.length();
            char[] big = new char[2000];
            big[i % 2000] = (char) i;
            hash += new String(big, i % 2000, 1).charAt(0);
            allocated += 4000 + 2 * 60 + 40;
        }
        int total = 0;
        for (Map.Entry<String, Integer> e : kept.entrySet()) total += e.getKey().hashCode() * e.getValue();
        return hash ^ total;
    }

    static long closures(int rounds) {
        List<java.util.function.LongUnaryOperator> live = new LinkedList<>();
        long value = 1;
        for (int i = 0; i < rounds; i++) {
            int[] captured = new int[300];
            captured[i % 300] = i;
            int at = i % 300;
            live.add(x -> x * 3 + captured[at]);
            if (live.size() > 20) value = live.remove(0).applyAsLong(value) % 1_000_000_007L;
            allocated += 1200 + 64;
        }
        return value;
    }

    public static void main(String[] args) {
        Node survivor = tree(9, 1);
        List<Node> generations = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            Node t = tree(9, round);
            allocated += t.count() * 32L;
            if (round % 10 == 0) generations.add(t);
            if (generations.size() > 3) generations.remove(0);
            survivor.left.right = t.left.left;
            survivor.left.right = survivor.right.left;
            if (round % 20 == 0) System.gc();
        }
        survivor = tree(8, 5);
        System.out.println("trees " + survivor.sound() + " " + survivor.count() + " " + generations.stream().allMatch(Node::sound) + " " + generations.get(2).check);
        System.out.println("arrays " + arrays(16000));
        System.out.println("strings " + strings(25000));
        System.out.println("closures " + closures(60000));
        Object[] chain = null;
        for (int i = 0; i < 20000; i++) { Object[] next = new Object[30]; next[i % 30] = chain; next[(i + 1) % 30] = i; chain = i % 100 == 99 ? null : next; allocated += 136; }
        byte[] big = null;
        int length = 0;
        for (int i = 1; i <= 120; i++) { big = new byte[1_000_000 + i]; big[i] = 1; length += big.length & 1023; allocated += big.length; }
        System.out.println("chain " + (chain == null) + " big " + length + " " + big[120]);
        for (int i = 0; i < 50; i++) { System.gc(); allocated += new byte[100_000].length; }
        Map<Object, String> cache = new WeakHashMap<>();
        Object held = new Object();
        cache.put(held, "held");
        for (int i = 0; i < 100; i++) cache.put(new Object(), "dropped");
        System.gc();
        System.out.println("weakly cached " + cache.get(held) + " " + cache.containsKey(held));
        System.out.println("allocated over 400 MB " + (allocated > 400_000_000L) + " survivors " + survivor.sound() + " " + generations.stream().mapToInt(Node::count).sum());
    }
}
