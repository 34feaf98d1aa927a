/** Calls through classes, interfaces and default methods, with one to six receivers at a place, and recursion. */
public class VirtualCalls {
    interface Shape {
        int area(int scale);

        default int weight(int scale) {
            return area(scale) + sides();
        }

        int sides();
    }

    abstract static class Polygon implements Shape {
        final int a;
        final int b;

        Polygon(int a, int b) {
            this.a = a;
            this.b = b;
        }

        int perimeter() {
            return 2 * (a + b);
        }
    }

    static class Rectangle extends Polygon {
        Rectangle(int a, int b) {
            super(a, b);
        }

        @Override
        public int area(int scale) {
            return a * b * scale;
        }

        @Override
        public int sides() {
            return 4;
        }
    }

    static final class Square extends Rectangle {
        Square(int a) {
            super(a, a);
        }

        @Override
        int perimeter() {
            return 4 * a;
        }
    }

    static final class Triangle extends Polygon {
        Triangle(int a, int b) {
            super(a, b);
        }

        @Override
        public int area(int scale) {
            return a * b * scale / 2;
        }

        @Override
        public int sides() {
            return 3;
        }

        @Override
        int perimeter() {
            return a + b + Math.max(a, b);
        }
    }

    static final class Hexagon extends Polygon {
        Hexagon(int a) {
            super(a, 6);
        }

        @Override
        public int area(int scale) {
            return a * a * 5 * scale / 2;
        }

        @Override
        public int sides() {
            return 6;
        }

        @Override
        public int weight(int scale) {
            return 6 * scale;
        }
    }

    record Circle(int radius) implements Shape {
        @Override
        public int area(int scale) {
            return radius * radius * 3 * scale;
        }

        @Override
        public int sides() {
            return 0;
        }
    }

    static int through(Shape[] shapes, int rounds) {
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            for (Shape s : shapes) {
                sum = sum * 3 + s.area(r) + s.weight(r & 7);
            }
        }
        return sum;
    }

    static int through(Polygon[] polygons, int rounds) {
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            for (Polygon p : polygons) {
                sum = sum * 5 + p.perimeter() + p.sides();
            }
        }
        return sum;
    }

    private int depth;

    int ackermann(int m, int n) {
        depth++;
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 320;
        Polygon[] polygons = {new Rectangle(2, 3), new Square(4), new Triangle(3, 5), new Hexagon(2), new Square(1)};
        Polygon[] alike = {new Square(3), new Square(5)};
        Shape[] shapes = {polygons[0], new Circle(3), polygons[2], polygons[3], new Circle(1), polygons[1]};
        long checksum = 0;
        for (int r = 0; r < repetitions; r++) {
            VirtualCalls counter = new VirtualCalls();
            checksum = checksum * 31 + through(shapes, 3_000) + through(polygons, 3_000) + through(alike, 3_000)
                + counter.ackermann(2, 60) + counter.depth;
        }
        System.out.println("VirtualCalls " + checksum);
    }
}
