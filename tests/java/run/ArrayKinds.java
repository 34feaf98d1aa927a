// run: min=17
import java.util.Arrays;

/** Arrays of every kind: defaults, multi-dimensional, clone, covariance, classes, copying, bounds. */
public class ArrayKinds {
    static class Animal { final String name; Animal(String name) { this.name = name; } }
    static class Dog extends Animal { Dog(String name) { super(name); } }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static int order(StringBuilder log, String name, int value) {
        log.append(name).append(' ');
        return value;
    }

    public static void main(String[] args) {
        System.out.println("defaults " + new boolean[1][0].length + new boolean[1][0].length + " " + new int[2][2][1].length + " "
            + new boolean[1][0] .getClass().getName() + " " + new byte[1][0].getClass().getName());
        boolean[] z = new boolean[2]; byte[] b = new byte[2]; short[] s = new short[2]; char[] c = new char[2];
        int[] i = new int[2]; long[] j = new long[2]; float[] f = new float[2]; double[] d = new double[2]; Object[] o = new Object[2];
        System.out.println(z[0] + " " + b[0] + " " + s[0] + " " + (int) c[0] + " " + i[0] + " " + j[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        z[1] = true; b[1] = (byte) 200; s[1] = (short) 40000; c[1] = (char) -1; i[1] = 1 << 31; j[1] = 1L << 63; f[1] = 1e-40f; d[1] = -0.0; o[1] = i;
        System.out.println(z[1] + " " + b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + j[1] + " " + f[1] + " " + d[1] + " " + (o[1] == i));
        b[1] += 100; s[1]--; c[1]++; i[1]--; j[1]--; f[1] *= 2; d[1]--;
        System.out.println(b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + j[1] + " " + f[1] + " " + d[1]);

        int[][] triangle = new int[6][];
        for (int row = 0; row < triangle.length; row++) {
            triangle[row] = new int[row + 1];
            triangle[row][0] = triangle[row][row] = 1;
            for (int k = 1; k < row; k++) triangle[row][k] = triangle[row - 1][k - 1] + triangle[row - 1][k];
        }
        System.out.println(Arrays.deepToString(triangle));
        long[][][] cube = new long[2][3][4];
        for (int x = 0; x < 2; x++) for (int y = 0; y < 3; y++) for (int w = 0; w < 4; w++) cube[x][y][w] = x * 100 + y * 10 + w;
        System.out.println(Arrays.deepToString(cube) + " " + cube[1][2][3]);
        String[][][] partial = new String[2][2][];
        System.out.println(Arrays.deepToString(partial) + " " + partial.getClass().getSimpleName() + " " + partial[0].getClass().getName());
        int[][] empty = new int[0][5];
        System.out.println(empty.length + " " + new int[3][0][7].length + " " + new int[3][0][7][1].length);
        Object[] mixed = {1, 'c', "s", new int[] {1, 2}, null, new Object[] {2.5, new String[] {"deep"}}, new byte[0]};
        System.out.println(Arrays.deepToString(mixed));

        int[] original = {3, 1, 2};
        int[] copy = original.clone();
        copy[0] = 9;
        int[][] shallow = triangle.clone();
        shallow[5][2] = -1;
        System.out.println(Arrays.toString(original) + Arrays.toString(copy) + triangle[5][2] + (shallow == triangle) + (shallow[5] == triangle[5]));

        Animal[] animals = new Dog[] {new Dog("rex"), null};
        Object[] objects = animals;
        attempt("store a Dog", () -> objects[1] = new Dog("fido"));
        attempt("store an Animal", () -> animals[0] = new Animal("cat"));
        attempt("store a String", () -> objects[0] = "text");
        attempt("store null", () -> objects[0] = null);
        attempt("store int[] into String[][]", () -> ((Object[]) new String[1][1])[0] = new int[1]);
        attempt("store Integer into Number[]", () -> ((Object[]) new Number[1])[0] = 1);
        attempt("store Integer into Long[]", () -> ((Object[]) new Long[1])[0] = 1);
        attempt("store into Cloneable[]", () -> ((Object[]) new Cloneable[1])[0] = new int[1]);
        attempt("store String into Runnable[]", () -> ((Object[]) new Runnable[1])[0] = "x");
        attempt("index -1", () -> original[-1]++);
        attempt("index 3", () -> original[3] = 1);
        attempt("index MIN", () -> System.out.println(original[Integer.MIN_VALUE]));
        char[] noChars = new char[0];
        attempt("empty [0]", () -> System.out.println(noChars[0]));
        attempt("size -1", () -> System.out.println(new int[original[0] - 4].length));
        attempt("sizes 2, -3", () -> System.out.println(new int[2][-original[0]].length));
        attempt("sizes 0, -3", () -> System.out.println(new int[0][-original[0]].length));
        attempt("arraycopy too far", () -> System.arraycopy(original, 1, new int[3], 0, 3));
        attempt("arraycopy negative", () -> System.arraycopy(original, 1, new int[3], 0, -1));
        attempt("arraycopy int to long", () -> System.arraycopy(original, 0, new long[3], 0, 1));
        attempt("arraycopy of a string", () -> System.arraycopy("abc", 0, new long[3], 0, 1));
        Object[] target = new String[3];
        attempt("arraycopy mixed", () -> System.arraycopy(new Object[] {"a", "b", 3}, 0, target, 0, 3));
        System.out.println("partly copied " + Arrays.toString(target));
        int[] overlap = {0, 1, 2, 3, 4, 5, 6};
        System.arraycopy(overlap, 0, overlap, 2, 5);
        System.out.println(Arrays.toString(overlap));
        System.arraycopy(overlap, 2, overlap, 0, 5);
        System.out.println(Arrays.toString(overlap));

        StringBuilder log = new StringBuilder();
        int[][] grid = new int[order(log, "a", 2)][order(log, "b", 3)];
        grid[order(log, "c", 1)][order(log, "d", 2)] = order(log, "e", 5);
        try {
            grid[order(log, "f", 9)][order(log, "g", 0)] = order(log, "h", 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            log.append(e.getMessage());
        }
        System.out.println(log + " " + grid[1][2]);
        for (Class<?> type : new Class<?>[] {z.getClass(), b.getClass(), s.getClass(), c.getClass(), i.getClass(), j.getClass(), f.getClass(),
                d.getClass(), o.getClass(), cube.getClass(), animals.getClass(), int[][].class, Runnable[].class}) {
            System.out.println(type.getName() + " " + type.getSimpleName() + " " + type.getCanonicalName() + " " + type.getComponentType().getName()
                + " " + type.getSuperclass().getSimpleName() + " " + Arrays.toString(type.getInterfaces()) + " " + type.isInstance(o));
        }
        System.out.println((o instanceof Object[]) + " " + ((Object) i instanceof Object[]) + " " + ((Object) triangle instanceof Object[])
            + " " + ((Object) i instanceof Cloneable) + " " + ((Object) i instanceof java.io.Serializable) + " " + ((Object) animals instanceof Dog[])
            + " " + ((Object) new Animal[0] instanceof Dog[]));
        System.out.println(Arrays.equals(copy, new int[] {9, 1, 2}) + " " + copy.equals(new int[] {9, 1, 2}) + " " + Arrays.hashCode(copy)
            + " " + Arrays.deepHashCode(cube) + " " + Arrays.compare(copy, original) + " " + Arrays.mismatch(copy, original));
        System.out.println(Arrays.toString(Arrays.copyOf(original, 5)) + Arrays.toString(Arrays.copyOfRange(original, 1, 2))
            + Arrays.toString(Arrays.copyOf(new Dog[] {}, 2, Animal[].class)) + Arrays.binarySearch(new int[] {1, 3, 5}, 4));
        char[][] picture = new char[3][5];
        for (char[] row : picture) Arrays.fill(row, '.');
        picture[1][3] = '#';
        for (char[] row : picture) System.out.println(row);
    }
}
