import java.util.ArrayList;
import java.util.List;

/** New objects, most of them soon garbage: trees, lists, arrays, boxes; some live through many collections. */
public class Allocation {
    record Tree(Tree left, Tree right) {
        static Tree ofDepth(int depth) {
            return depth == 0 ? new Tree(null, null) : new Tree(ofDepth(depth - 1), ofDepth(depth - 1));
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    static final class Node {
        final long value;
        final Node next;

        Node(long value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    record Complex(double re, double im) {
        Complex plus(Complex o) {
            return new Complex(re + o.re, im + o.im);
        }

        Complex times(Complex o) {
            return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
        }
    }

    static long lists(int length) {
        Node head = null;
        for (int i = 0; i < length; i++) {
            head = new Node(i, head);
        }
        Node reversed = null;
        for (Node n = head; n != null; n = n.next) {
            reversed = new Node(n.value * 3, reversed);
        }
        long sum = 0;
        for (Node n = reversed; n != null; n = n.next) {
            sum = sum * 7 + n.value;
        }
        return sum;
    }

    static int arraysAndBoxes(int rounds) {
        List<int[]> rows = new ArrayList<>();
        Integer total = 0;
        for (int i = 0; i < rounds; i++) {
            int[] row = new int[i % 50 + 1];
            row[i % row.length] = i;
            rows.add(row);
            total += row.length + rows.get(i / 2).length;
        }
        return total;
    }

    static int mandelbrot(double re, double im, int limit) {
        Complex c = new Complex(re, im);
        Complex z = c;
        int steps = 0;
        while (steps < limit && z.re() * z.re() + z.im() * z.im() < 4) {
            z = z.times(z).plus(c);
            steps++;
        }
        return steps;
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 330;
        Tree longLived = Tree.ofDepth(12);
        long checksum = 0;
        for (int r = 0; r < repetitions; r++) {
            checksum = checksum * 31 + Tree.ofDepth(11).count() + lists(4_000) + arraysAndBoxes(2_000);
            for (int i = 0; i < 40; i++) {
                checksum += mandelbrot(-0.7 + i * 0.01, 0.3, 100);
            }
        }
        System.out.println("Allocation " + (checksum + longLived.count()));
    }
}
