// run: min=17
import java.util.Arrays;

/** Heavier computing: sieve, matrices, n queens, Mandelbrot, FFT, Collatz, dynamic programming, SHA-like mixing; all with exact results. */
public class NumberCrunch {
    static int sieve(int n) {
        boolean[] composite = new boolean[n + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (composite[i]) continue;
            count++;
            for (long j = (long) i * i; j <= n; j += i) composite[(int) j] = true;
        }
        return count;
    }

    static double[][] multiply(double[][] a, double[][] b) {
        int n = a.length, m = b[0].length;
        double[][] c = new double[n][m];
        for (int i = 0; i < n; i++)
            for (int k = 0; k < b.length; k++) {
                double x = a[i][k];
                for (int j = 0; j < m; j++) c[i][j] += x * b[k][j];
            }
        return c;
    }

    static double determinant(double[][] m) {
        int n = m.length;
        double[][] a = new double[n][];
        for (int i = 0; i < n; i++) a[i] = m[i].clone();
        double det = 1;
        for (int c = 0; c < n; c++) {
            int pivot = c;
            for (int r = c + 1; r < n; r++) if (Math.abs(a[r][c]) > Math.abs(a[pivot][c])) pivot = r;
            if (a[pivot][c] == 0) return 0;
            if (pivot != c) { double[] t = a[c]; a[c] = a[pivot]; a[pivot] = t; det = -det; }
            det *= a[c][c];
            for (int r = c + 1; r < n; r++) {
                double f = a[r][c] / a[c][c];
                for (int k = c; k < n; k++) a[r][k] -= f * a[c][k];
            }
        }
        return det;
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int found = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            found += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
        }
        return found;
    }

    static int mandelbrot(int size, int limit) {
        int inside = 0;
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                double cr = 3.0 * x / size - 2.2, ci = 2.4 * y / size - 1.2, zr = 0, zi = 0;
                int n = 0;
                while (n < limit && zr * zr + zi * zi < 4) { double t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; n++; }
                if (n == limit) inside++;
            }
        return inside;
    }

    static void fft(double[] re, double[] im, boolean inverse) {
        int n = re.length;
        for (int i = 1, j = 0; i < n; i++) {
            int bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1) j ^= bit;
            j ^= bit;
            if (i < j) { double t = re[i]; re[i] = re[j]; re[j] = t; t = im[i]; im[i] = im[j]; im[j] = t; }
        }
        for (int len = 2; len <= n; len <<= 1) {
            double angle = 2 * StrictMath.PI / len * (inverse ? -1 : 1);
            for (int i = 0; i < n; i += len)
                for (int k = 0; k < len / 2; k++) {
                    double wr = StrictMath.cos(angle * k), wi = StrictMath.sin(angle * k);
                    int a = i + k, b = i + k + len / 2;
                    double xr = re[b] * wr - im[b] * wi, xi = re[b] * wi + im[b] * wr;
                    re[b] = re[a] - xr; im[b] = im[a] - xi;
                    re[a] += xr; im[a] += xi;
                }
        }
        if (inverse) for (int i = 0; i < n; i++) { re[i] /= n; im[i] /= n; }
    }

    static int longestCommon(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = 0;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                row[j] = a.charAt(i - 1) == b.charAt(j - 1) ? diagonal + 1 : Math.max(row[j], row[j - 1]);
                diagonal = above;
            }
        }
        return row[b.length()];
    }

    static long mix(int rounds) {
        int a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
        for (int i = 0; i < rounds; i++) {
            int f = i % 3 == 0 ? b & c | ~b & d : i % 3 == 1 ? b ^ c ^ d : b & c | b & d | c & d;
            int t = Integer.rotateLeft(a, 5) + f + d + i * 0x5a827999;
            d = c; c = Integer.rotateLeft(b, 30); b = a; a = t;
        }
        return (a ^ c & 0xffffffffL) * 31 + (b ^ d);
    }

    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

    static void hanoi(int n, int from, int to, int[] pegs, long[] moves) {
        if (n == 0) return;
        hanoi(n - 1, from, 3 - from - to, pegs, moves);
        pegs[from]--; pegs[to]++; moves[0]++; moves[1] = moves[1] * 7 + from * 3 + to;
        hanoi(n - 1, 3 - from - to, to, pegs, moves);
    }

    public static void main(String[] args) {
        System.out.println("primes below 300000: " + sieve(300_000));
        double[][] m = new double[60][60];
        for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) m[i][j] = (i * 31 + j * 17) % 10 / 10.0 + (i == j ? 2 : 0);
        double[][] p = multiply(multiply(m, m), m);
        double trace = 0;
        for (int i = 0; i < 60; i++) trace += p[i][i];
        System.out.println("trace " + trace + " corner " + p[59][0] + " determinant " + determinant(m));
        for (int n = 4; n <= 9; n++) System.out.print("queens " + n + ": " + queens(n, 0, 0, 0, 0) + " ");
        System.out.println();
        System.out.println("mandelbrot " + mandelbrot(100, 60));
        double[] re = new double[512], im = new double[512];
        for (int i = 0; i < 512; i++) re[i] = i % 50 - 25 + (i * i % 7) / 8.0;
        double[] original = re.clone();
        fft(re, im, false);
        System.out.println("fft " + re[0] + " " + re[17] + " " + im[100] + " " + re[511]);
        fft(re, im, true);
        double error = 0;
        for (int i = 0; i < 512; i++) error = Math.max(error, Math.abs(re[i] - original[i]));
        System.out.println("fft error below 1e-9 " + (error < 1e-9) + " " + re[3]);
        int best = 0, at = 0;
        for (int i = 1; i < 20000; i++) { long n = i; int steps = 0; while (n != 1) { n = (n & 1) == 0 ? n >> 1 : 3 * n + 1; steps++; } if (steps > best) { best = steps; at = i; } }
        System.out.println("collatz " + at + " " + best);
        StringBuilder a = new StringBuilder(), b = new StringBuilder();
        for (int i = 0; i < 600; i++) { a.append((char) ('a' + i * i % 7)); b.append((char) ('a' + i * 5 % 6)); }
        System.out.println("common " + longestCommon(a.toString(), b.toString()));
        System.out.println("mix " + mix(300_000) + " ackermann " + ackermann(2, 300) + " " + ackermann(3, 5));
        int[] pegs = {14, 0, 0};
        long[] moves = new long[2];
        hanoi(14, 0, 2, pegs, moves);
        System.out.println("hanoi " + Arrays.toString(pegs) + " " + Arrays.toString(moves));
        long[] ways = new long[1001];
        ways[0] = 1;
        for (int coin : new int[] {1, 2, 5, 10, 20, 50, 100, 200}) for (int i = coin; i <= 1000; i++) ways[i] += ways[i - coin];
        System.out.println("ways " + ways[200] + " " + ways[1000]);
        float f = 0;
        for (int i = 1; i < 200_000; i++) f += 1f / i;
        System.out.println("harmonic in float " + f);
    }
}
