// run: min=17
import java.util.*;

/** Arrays.sort for all types, hand-written sorts against it, comparator chains, stability and its violation. */
public class Sorting {
    record Row(String key, int order) { }
    record Version(int major, int minor, String tag) implements Comparable<Version> {
        static final Comparator<Version> ORDER = Comparator.comparingInt(Version::major).thenComparingInt(Version::minor).thenComparing(Version::tag, Comparator.nullsFirst(Comparator.naturalOrder()));
        public int compareTo(Version o) { return ORDER.compare(this, o); }
        @Override public String toString() { return major + "." + minor + (tag == null ? "" : "-" + tag); }
    }

    static void quick(int[] a, int low, int high) {
        while (low < high) {
            int pivot = a[low + high >>> 1], i = low, j = high;
            do {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
            } while (i <= j);
            if (j - low < high - i) { quick(a, low, j); low = i; } else { quick(a, i, high); high = j; }
        }
    }

    static void heap(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) sift(a, i, a.length);
        for (int end = a.length - 1; end > 0; end--) { int t = a[0]; a[0] = a[end]; a[end] = t; sift(a, 0, end); }
    }

    static void sift(int[] a, int i, int n) {
        for (int child; (child = 2 * i + 1) < n; i = child) {
            if (child + 1 < n && a[child + 1] > a[child]) child++;
            if (a[i] >= a[child]) return;
            int t = a[i]; a[i] = a[child]; a[child] = t;
        }
    }

    static void merge(int[] a, int[] buffer, int low, int high) {
        if (high - low < 2) return;
        int middle = low + high >>> 1;
        merge(a, buffer, low, middle);
        merge(a, buffer, middle, high);
        System.arraycopy(a, low, buffer, low, high - low);
        for (int i = low, j = middle, k = low; k < high; k++) a[k] = j >= high || i < middle && buffer[i] <= buffer[j] ? buffer[i++] : buffer[j++];
    }

    static void shell(int[] a) {
        for (int gap : new int[] {701, 301, 132, 57, 23, 10, 4, 1})
            for (int i = gap; i < a.length; i++) {
                int v = a[i], j = i;
                for (; j >= gap && a[j - gap] > v; j -= gap) a[j] = a[j - gap];
                a[j] = v;
            }
    }

    static void radix(int[] a) {
        int[] other = new int[a.length];
        for (int shift = 0; shift < 32; shift += 8) {
            int[] count = new int[257];
            for (int v : a) count[((v ^ 0x80000000) >>> shift & 255) + 1]++;
            for (int i = 0; i < 256; i++) count[i + 1] += count[i];
            for (int v : a) other[count[(v ^ 0x80000000) >>> shift & 255]++] = v;
            System.arraycopy(other, 0, a, 0, a.length);
        }
    }

    static int[] shape(String kind, int n) {
        Random r = new Random(kind.hashCode());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = switch (kind) {
            case "random" -> r.nextInt();
            case "ascending" -> i;
            case "descending" -> n - i;
            case "few" -> r.nextInt(4);
            case "organ" -> Math.min(i, n - i);
            case "saw" -> i % 17;
            default -> 7;
        };
        return a;
    }

    public static void main(String[] args) {
        for (String kind : new String[] {"random", "ascending", "descending", "few", "organ", "saw", "constant"}) {
            for (int n : new int[] {0, 1, 2, 13, 60, 700}) {
                int[] expected = shape(kind, n);
                Arrays.sort(expected);
                int[] q = shape(kind, n), h = shape(kind, n), m = shape(kind, n), s = shape(kind, n), x = shape(kind, n);
                quick(q, 0, n - 1);
                heap(h);
                merge(m, new int[n], 0, n);
                shell(s);
                radix(x);
                boolean same = Arrays.equals(expected, q) && Arrays.equals(expected, h) && Arrays.equals(expected, m) && Arrays.equals(expected, s) && Arrays.equals(expected, x);
                System.out.print(kind + n + ":" + same + ":" + Arrays.hashCode(expected) + " ");
            }
            System.out.println();
        }
        byte[] bytes = {5, -1, 127, -128, 0, 5};
        short[] shorts = {300, -300, 0, 32767, -32768};
        char[] chars = "sorting € characters é".toCharArray();
        long[] longs = {5L, Long.MIN_VALUE, Long.MAX_VALUE, -1, 0};
        float[] floats = {1.5f, Float.NaN, -0f, 0f, -1e30f, Float.NEGATIVE_INFINITY, 0f, -0f};
        double[] doubles = {2.5, Double.NaN, 0.0, -0.0, -1e300, Double.POSITIVE_INFINITY, 0.0, Double.MIN_VALUE, -0.0};
        String[] strings = {"pear", "Apple", "fig", "apple", "", "Éclair"};
        Arrays.sort(bytes); Arrays.sort(shorts); Arrays.sort(chars); Arrays.sort(longs); Arrays.sort(floats); Arrays.sort(doubles); Arrays.sort(strings);
        System.out.println(Arrays.toString(bytes) + Arrays.toString(shorts) + new String(chars) + Arrays.toString(longs) + Arrays.toString(floats) + Arrays.toString(doubles) + Arrays.toString(strings));
        double[] many = new Random(8).doubles(3000, -5, 5).toArray();
        many[17] = Double.NaN; many[18] = -0.0; many[19] = 0.0;
        Arrays.sort(many);
        long[] manyLongs = new Random(8).longs(3000).toArray();
        Arrays.sort(manyLongs, 100, 2900);
        byte[] manyBytes = new byte[2000];
        new Random(8).nextBytes(manyBytes);
        Arrays.sort(manyBytes);
        char[] manyChars = new char[5000];
        for (int i = 0; i < manyChars.length; i++) manyChars[i] = (char) (i * 40503);
        Arrays.sort(manyChars);
        System.out.println(Arrays.hashCode(many) + " " + Arrays.hashCode(manyLongs) + " " + Arrays.hashCode(manyBytes) + " " + Arrays.hashCode(manyChars) + " " + Arrays.binarySearch(many, 0.0) + " " + Arrays.binarySearch(manyChars, '\u1000'));
        int[] part = {9, 8, 7, 6, 5, 4};
        Arrays.sort(part, 1, 4);
        System.out.println(Arrays.toString(part));
        for (int[] range : new int[][] {{3, 1}, {-1, 2}, {0, 9}}) {
            try {
                Arrays.sort(part, range[0], range[1]);
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) rows.add(new Row("k" + i * 7 % 5, i));
        rows.sort(Comparator.comparing(Row::key));
        boolean stable = true;
        for (int i = 1; i < rows.size(); i++) stable &= !rows.get(i).key().equals(rows.get(i - 1).key()) || rows.get(i).order() > rows.get(i - 1).order();
        System.out.println("stable " + stable + " " + rows.get(0) + rows.get(399) + " " + rows.hashCode());
        Collections.reverse(rows);
        rows.sort(Comparator.comparing(Row::key, Comparator.reverseOrder()).thenComparing(Row::order, (a, b) -> Integer.compare(a % 10, b % 10)));
        System.out.println(rows.subList(0, 3));
        Version[] versions = {new Version(1, 10, null), new Version(1, 2, "rc"), new Version(1, 2, null), new Version(0, 9, "b"), new Version(1, 2, "beta")};
        Arrays.sort(versions);
        System.out.println(Arrays.toString(versions));
        Arrays.sort(versions, Collections.reverseOrder());
        System.out.println(Arrays.toString(versions) + " " + Collections.min(Arrays.asList(versions)));
        Integer[] boxes = new Integer[200];
        for (int i = 0; i < boxes.length; i++) boxes[i] = i * 61 % 200;
        int[] comparisons = {0};
        Arrays.sort(boxes, (a, b) -> { comparisons[0]++; return a.compareTo(b); });
        System.out.println(boxes[0] + " " + boxes[199] + " comparisons " + comparisons[0]);
        Integer[] lie = new Integer[64];
        for (int i = 0; i < lie.length; i++) lie[i] = i * 37 % 64;
        try {
            Random r = new Random(5);
            for (int round = 0; round < 200; round++) Arrays.sort(lie, (a, b) -> r.nextInt(3) - 1);
            System.out.println("lies not noticed");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(new Object[] {"a", 1});
        } catch (ClassCastException e) {
            System.out.println("mixed types");
        }
        try {
            Arrays.sort(new String[] {"a", null});
        } catch (NullPointerException e) {
            System.out.println("null element");
        }
    }
}
