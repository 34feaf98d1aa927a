// run: min=17
/** The helpful messages of NullPointerException for every kind of access and every source of the null. */
public class NullPointerMessages {
    static class Node {
        Node next;
        int value;
        long wide;
        String text;
        int[] numbers;
        Node[] children;
        Node self() { return null; }
        static Node make(int a, String b, double[] c) { return null; }
        void act() { }
        synchronized int size(long l, Node[][] n) { return 1; }
    }

    interface Shape { double area(); }

    static Node root;
    static int[] staticInts;
    static Node[][] grid = new Node[2][];
    Node field;
    final String[] names = new String[3];

    static int count;

    static void attempt(String what, Runnable action) {
        count++;
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    void instance(Node parameter, int index, long skip, double[] doubles) {
        attempt("this.field.value", () -> System.out.println(this.field.value));
        attempt("names[1].length()", () -> System.out.println(names[1].length()));
        attempt("names[index].length()", () -> System.out.println(names[index].length()));
        try {
            parameter.act();
        } catch (NullPointerException e) {
            System.out.println("parameter: " + e.getMessage());
        }
        try {
            doubles[index] = skip;
        } catch (NullPointerException e) {
            System.out.println("second parameter: " + e.getMessage());
        }
        try {
            Node local = field;
            local.next.value++;
        } catch (NullPointerException e) {
            System.out.println("local: " + e.getMessage());
        }
        try {
            Node[] locals = {new Node()};
            int i = 0;
            locals[i + index * 0].next.children[i].value = 5;
        } catch (NullPointerException e) {
            System.out.println("array of locals: " + e.getMessage());
        }
    }

    static void staticParameters(int a, Object b, Integer c, Shape d, char[] e) {
        try { b.hashCode(); } catch (NullPointerException x) { System.out.println("b: " + x.getMessage()); }
        try { a += c; } catch (NullPointerException x) { System.out.println("c: " + x.getMessage()); }
        try { d.area(); } catch (NullPointerException x) { System.out.println("d: " + x.getMessage()); }
        try { a = e[a]; } catch (NullPointerException x) { System.out.println("e: " + x.getMessage()); }
        try { synchronized (b) { a++; } } catch (NullPointerException x) { System.out.println("monitor: " + x.getMessage()); }
        try { throw (RuntimeException) b; } catch (NullPointerException x) { System.out.println("throw: " + x.getMessage()); }
        try { e[0] += 1; } catch (NullPointerException x) { System.out.println("e[0] +=: " + x.getMessage()); }
        try { for (char ch : e) a += ch; } catch (NullPointerException x) { System.out.println("for over e: " + x.getMessage()); }
    }

    static <T> T nothing() { return null; }

    public static void main(String[] args) {
        Object text = null;
        attempt("static field", () -> root.next = null);
        attempt("static field deep", () -> { root = new Node(); root.next.next.value = 1; });
        attempt("method result", () -> root.self().value = 1);
        attempt("method result invoked", () -> root.self().self());
        attempt("static method result", () -> Node.make(1, "b", null).size(1L, null));
        attempt("array in field", () -> root.numbers[3] = 1);
        attempt("array in field read", () -> System.out.println(root.numbers[count]));
        attempt("array length", () -> System.out.println(root.children.length));
        attempt("static array", () -> staticInts[count - 1]++);
        attempt("grid[1][0]", () -> grid[1][0] = root);
        attempt("grid[0][count].next", () -> { grid[0] = new Node[50]; grid[0][count].next = root; });
        attempt("long field", () -> root.next.wide = 1L);
        attempt("long field read", () -> System.out.println(root.next.wide + 1));
        attempt("string field", () -> System.out.println(root.text.length()));
        attempt("string switch", () -> { switch (root.text) { case "a": break; default: count++; } });
        attempt("unboxing", () -> { Integer boxed = nothing(); int i = boxed; });
        attempt("unboxing result", () -> { long l = NullPointerMessages.<Long>nothing(); });
        attempt("boolean unboxing", () -> { if ((Boolean) text) count++; });
        attempt("captured", () -> text.toString());
        attempt("null literal", () -> ((String) null).trim());
        attempt("null array literal", () -> ((byte[]) null)[0] = 1);
        attempt("throw null", () -> { throw null; });
        attempt("synchronized", () -> { synchronized (root.next) { count++; } });
        attempt("method reference", () -> { Runnable r = root.next::act; r.run(); });
        attempt("cast then field", () -> ((Node) text).value++);
        attempt("conditional", () -> (count > 0 ? root.next : root).act());
        attempt("array of array result", () -> System.out.println(new Object[][] {null}[0][0]));
        attempt("new array element", () -> new Node[][] {{null}}[0][0].act());
        byte[][] bytes = {null};
        short[] shorts = null; float[] floats = null; boolean[] booleans = null; char[] chars = null; double[] doubles = null; long[] longs = null;
        attempt("bytes", () -> bytes[0][1]++);
        attempt("shorts", () -> shorts[0] = 1);
        attempt("floats", () -> System.out.println(floats[0]));
        attempt("booleans", () -> booleans[2] = true);
        attempt("chars", () -> System.out.println(chars[1]));
        attempt("doubles", () -> doubles[1] = 2);
        attempt("longs", () -> System.out.println(longs[1]));
        attempt("index expression", () -> longs[count * 2 + "ab".length()] = 1);
        attempt("negative index", () -> longs[-1] = bytes[0][0]);
        attempt("explicit", () -> { throw new NullPointerException(); });
        attempt("explicit with a message", () -> { throw new NullPointerException("mine"); });
        attempt("requireNonNull", () -> java.util.Objects.requireNonNull(text, "text is required"));
        attempt("requireNonNull bare", () -> java.util.Objects.requireNonNull(text));
        attempt("generic method", () -> { String s = NullPointerMessages.<String>nothing().concat("x"); });
        attempt("interface", () -> { Shape s = nothing(); System.out.println(s.area()); });
        attempt("getClass", () -> root.next.getClass());
        attempt("outer.new Inner", () -> { NullPointerMessages outer = nothing(); outer.new Inner(); });
        attempt("string concat is fine", () -> System.out.println("value " + root.next));
        attempt("instanceof is fine", () -> System.out.println(root.next instanceof Node));
        NullPointerMessages it = new NullPointerMessages();
        it.instance(null, 2, 7L, null);
        staticParameters(0, null, null, null, null);
        System.out.println(count + " attempts");
    }

    class Inner { }
}
