// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Numerical work in step: threads own rows and meet at a barrier; the result is that of one thread, bit for bit. */
public class ConcBarrierMatrix {
    interface Step {
        void run(int me, int team);
    }

    /** Runs every step on the whole team, and lets nobody begin a step before all have finished the one before. */
    static void inStep(int team, List<Step> steps) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(team);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < team; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                try {
                    for (Step step : steps) {
                        step.run(me, team);
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            }, "worker-" + i);
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static double[][] sample(int n) {
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = (i * 7 + j * 3) % 11 + (i == j ? 40 : 0);
            }
        }
        return a;
    }

    static double[][] multiply(int team, double[][] a, double[][] b) throws InterruptedException {
        int n = a.length;
        double[][] c = new double[n][n];
        inStep(team, List.of((me, size) -> {
            for (int i = me; i < n; i += size) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += a[i][k] * b[k][j];
                    }
                    c[i][j] = sum;
                }
            }
        }));
        return c;
    }

    /** Gauss elimination without pivoting: step k clears column k below the diagonal. */
    static double determinant(int team, int n) throws InterruptedException {
        double[][] a = sample(n);
        List<Step> steps = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            int pivot = k;
            steps.add((me, size) -> {
                for (int i = pivot + 1; i < n; i++) {
                    if (i % size == me) {
                        double factor = a[i][pivot] / a[pivot][pivot];
                        for (int j = pivot; j < n; j++) {
                            a[i][j] -= factor * a[pivot][j];
                        }
                    }
                }
            });
        }
        inStep(team, steps);
        double product = 1;
        for (int i = 0; i < n; i++) {
            product *= a[i][i] / 50;
        }
        return product;
    }

    /** Heat spreads through a plate: each step reads one grid and writes the other. */
    static double heat(int team, int n, int rounds) throws InterruptedException {
        double[][][] grid = new double[2][n][n];
        Arrays.fill(grid[0][0], 100);
        Arrays.fill(grid[1][0], 100);
        List<Step> steps = new ArrayList<>();
        for (int r = 0; r < rounds; r++) {
            double[][] from = grid[r % 2];
            double[][] to = grid[(r + 1) % 2];
            steps.add((me, size) -> {
                for (int i = 1 + me; i < n - 1; i += size) {
                    for (int j = 1; j < n - 1; j++) {
                        to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
                    }
                }
            });
        }
        inStep(team, steps);
        return Arrays.stream(grid[rounds % 2]).flatMapToDouble(Arrays::stream).sum();
    }

    /** The game of life on a torus, with a glider that comes back to where it was. */
    static int life(int team, int n, int rounds) throws InterruptedException {
        boolean[][][] world = new boolean[2][n][n];
        for (int[] cell : new int[][] {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {7, 7}, {7, 8}, {8, 7}, {8, 8}}) {
            world[0][cell[0]][cell[1]] = true;
        }
        List<Step> steps = new ArrayList<>();
        for (int r = 0; r < rounds; r++) {
            boolean[][] from = world[r % 2];
            boolean[][] to = world[(r + 1) % 2];
            steps.add((me, size) -> {
                for (int i = me; i < n; i += size) {
                    for (int j = 0; j < n; j++) {
                        int around = from[i][j] ? -1 : 0;
                        for (int d = 0; d < 9; d++) {
                            around += from[(i + n + d / 3 - 1) % n][(j + n + d % 3 - 1) % n] ? 1 : 0;
                        }
                        to[i][j] = around == 3 || around == 2 && from[i][j];
                    }
                }
            });
        }
        inStep(team, steps);
        return Arrays.deepHashCode(world[rounds % 2]);
    }

    public static void main(String[] args) throws InterruptedException {
        double[][] a = sample(24);
        double[][] alone = multiply(1, a, a);
        double trace = 0;
        for (int i = 0; i < a.length; i++) {
            trace += alone[i][i];
        }
        System.out.println("trace of the square " + trace);
        for (int team : new int[] {2, 3, 5}) {
            System.out.println("team of " + team + ": product equal " + Arrays.deepEquals(alone, multiply(team, a, a))
                + ", determinant equal " + (determinant(1, 20) == determinant(team, 20))
                + ", heat equal " + (heat(1, 16, 30) == heat(team, 16, 30))
                + ", life equal " + (life(1, 12, 24) == life(team, 12, 24)));
        }
        System.out.println("bits " + Long.toHexString(Double.doubleToLongBits(determinant(4, 20))) + " "
            + Long.toHexString(Double.doubleToLongBits(heat(4, 16, 30))) + " " + life(4, 12, 24));
    }
}
