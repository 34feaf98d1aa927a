// run: min=17
import java.io.*;
import java.util.*;

/** Object serialization: graphs with cycles, transient fields, custom read and write, replacement, records, enums, externalizables, failures. */
public class Serializing {
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        String name; Node next; List<Node> others = new ArrayList<>(); transient int cache = 7; static int shared = 3;
        final int[] numbers = {1, 2, 3}; Object any;
        Node(String name) { this.name = name; }
    }

    static class Animal { String kind = "animal"; static int constructed; Animal() { constructed++; kind = "fresh"; } }
    static class Dog extends Animal implements Serializable {
        private static final long serialVersionUID = 2;
        byte b = 1; short s = 2; char c = '€'; int i = 4; long l = 5; float f = 6.5f; double d = 7.5; boolean z = true; String nothing;
        transient List<String> log = new ArrayList<>();
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeInt(log.size()); for (String s : log) out.writeUTF(s); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); log = new LinkedList<>(); for (int n = in.readInt(); n > 0; n--) log.add("read " + in.readUTF()); }
    }

    static class Puppy extends Dog { private static final long serialVersionUID = 3; String toy = "ball"; @Override public String toString() { return kind + b + s + c + i + l + f + d + z + nothing + log + toy; } }

    static final class Singleton implements Serializable {
        private static final long serialVersionUID = 4;
        static final Singleton INSTANCE = new Singleton();
        private Object readResolve() { return INSTANCE; }
    }

    static class Temperature implements Serializable {
        private static final long serialVersionUID = 5;
        final double celsius;
        Temperature(double celsius) { this.celsius = celsius; }
        private Object writeReplace() { return new Proxy(celsius * 1.8 + 32); }
        private record Proxy(double fahrenheit) implements Serializable { private Object readResolve() { return new Temperature((fahrenheit - 32) / 1.8); } }
    }

    public static class External implements Externalizable {
        int x; String y;
        public External() { y = "constructed"; }
        External(int x, String y) { this.x = x; this.y = y; }
        public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(x * 2); out.writeObject(y); out.writeByte(9); }
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException { x = in.readInt(); y = in.readObject() + "/" + y + in.readByte(); }
    }

    record Point(int x, int y) implements Serializable { static int checks; Point { checks++; if (x < 0) throw new IllegalArgumentException("negative"); } }
    record Pair<A, B>(A first, B second) implements Serializable { }
    enum Colour { RED, GREEN { @Override public String toString() { return "green!"; } }; int uses; }

    static class Fields implements Serializable {
        private static final long serialVersionUID = 6;
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("total", long.class), new ObjectStreamField("label", String.class)};
        transient int a = 3, b = 4; transient String text = "t";
        private void writeObject(ObjectOutputStream out) throws IOException { ObjectOutputStream.PutField p = out.putFields(); p.put("total", (long) a * b); p.put("label", text + text); out.writeFields(); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { ObjectInputStream.GetField g = in.readFields(); a = (int) g.get("total", 0L); b = g.defaulted("label") ? 1 : 0; text = (String) g.get("label", "none"); }
    }

    static class NotSerializable { }
    static class Holder implements Serializable { private static final long serialVersionUID = 7; Object held; Holder(Object o) { held = o; } }

    static byte[] write(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { for (Object o : objects) out.writeObject(o); }
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T o) throws IOException, ClassNotFoundException {
        byte[] b = write(o);
        System.out.print("[" + b.length + " bytes " + Arrays.hashCode(b) + "] ");
        return (T) new ObjectInputStream(new ByteArrayInputStream(b)).readObject();
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage() + (e.getCause() == null ? "" : " from " + e.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a"), b = new Node("b");
        a.next = b; b.next = a; a.others.add(a); a.others.add(b); a.cache = 99; a.any = new int[][] {{1}, null}; b.any = a.numbers;
        Node c = copy(a);
        System.out.println(c.name + c.next.name + (c.next.next == c) + (c.others.get(0) == c) + (c.others.get(1) == c.next) + c.cache + Arrays.toString(c.numbers) + Arrays.deepToString((Object[]) c.any) + (c.next.any == c.numbers) + (c != a));
        Puppy p = new Puppy();
        p.kind = "lost"; p.log.add("bark"); p.i = -4; p.toy = null;
        int before = Animal.constructed;
        System.out.println(copy(p) + " constructed " + (Animal.constructed - before));
        System.out.println((copy(Singleton.INSTANCE) == Singleton.INSTANCE) + " " + copy(new Temperature(36.6)).celsius);
        External e = copy(new External(21, "y"));
        System.out.println(e.x + e.y);
        Point.checks = 0;
        System.out.println(copy(new Point(3, 4)) + " " + Point.checks + " " + copy(new Pair<>(List.of(1, "x"), new Pair<>(null, Optional.class))));
        System.out.println((copy(Colour.GREEN) == Colour.GREEN) + " " + copy(EnumSet.of(Colour.RED)) + " " + copy(new EnumMap<>(Map.of(Colour.GREEN, 1))));
        Fields f = copy(new Fields());
        System.out.println(f.a + " " + f.b + " " + f.text);
        TreeMap<String, Object> map = new TreeMap<>(Comparator.reverseOrder());
        map.put("list", new ArrayList<>(List.of(1, 2L, 3.5))); map.put("linked", new LinkedHashMap<>(Map.of("k", 'v'))); map.put("deque", new ArrayDeque<>(List.of(5, 6))); map.put("bits", BitSet.valueOf(new long[] {5})); map.put("big", new java.math.BigDecimal("1.50"));
        map.put("date", java.time.LocalDate.of(2024, 2, 29)); map.put("uuid", new UUID(1, 2)); map.put("class", String[].class); map.put("ex", new int[0].length); map.put("random", new Random(5));
        TreeMap<String, Object> back = copy(map);
        System.out.println(back.keySet() + " " + back.get("list") + back.get("linked") + back.get("bits") + back.get("big") + back.get("date") + back.get("uuid") + back.get("class") + back.get("deque") + ((Random) back.get("random")).nextInt());
        HashMap<Integer, String> hash = new HashMap<>();
        for (int i = 0; i < 50; i++) hash.put(i * 31, "v" + i);
        System.out.println(copy(hash).equals(hash) + " " + copy(new HashSet<>(hash.values())).size() + " " + copy(List.of(1, 2, 3)) + copy(Map.of("a", 1)) + copy(Collections.unmodifiableList(Arrays.asList(1, null))) + copy("text".repeat(3)) + copy(new StringBuilder("sb")) + Arrays.toString(copy(new Object[] {1, null, "s"})));
        IllegalStateException thrown = new IllegalStateException("outer", new IOException("inner"));
        thrown.addSuppressed(new Error("s"));
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(thrown)));
        Throwable t = (Throwable) in.readObject();
        System.out.println(t + " " + t.getCause() + " " + t.getSuppressed()[0] + " " + t.getStackTrace()[0].equals(thrown.getStackTrace()[0]));
        String shared = new String("shared");
        ObjectInputStream two = new ObjectInputStream(new ByteArrayInputStream(write(shared, shared, new Holder(shared), 5)));
        System.out.println((two.readObject() == two.readObject()) + " " + ((Holder) two.readObject()).held + " " + two.readObject());
        attempt("end of stream", two::readObject);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        Holder changing = new Holder("one");
        out.writeObject(changing); changing.held = "two"; out.writeObject(changing); out.reset(); out.writeObject(changing); out.writeUnshared(changing); out.writeInt(7); out.writeUTF("utf"); out.flush();
        ObjectInputStream again = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(((Holder) again.readObject()).held + " " + ((Holder) again.readObject()).held + " " + ((Holder) again.readObject()).held + " " + ((Holder) again.readObject()).held + " " + again.readInt() + again.readUTF());
        attempt("not serializable", () -> write(new Holder(new NotSerializable())));
        attempt("not serializable element", () -> write((Object) new Object[] {1, new NotSerializable()}));
        attempt("corrupt header", () -> new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4})));
        attempt("truncated", () -> { byte[] w = write(new Point(1, 2)); return new ObjectInputStream(new ByteArrayInputStream(w, 0, w.length - 3)).readObject(); });
        attempt("negative point", () -> { byte[] w = write(new Point(5, 6)); for (int i = 0; i < w.length - 3; i++) if (w[i] == 0 && w[i + 1] == 0 && w[i + 2] == 0 && w[i + 3] == 5) w[i] = (byte) 0x80; return new ObjectInputStream(new ByteArrayInputStream(w)).readObject(); });
        attempt("unknown class", () -> { byte[] w = write(new Point(1, 2)); String s = new String(w, "ISO-8859-1").replace("Point", "Paint"); return new ObjectInputStream(new ByteArrayInputStream(s.getBytes("ISO-8859-1"))).readObject(); });
        attempt("wrong version", () -> { byte[] w = write(new Holder(1)); String s = new String(w, "ISO-8859-1").replace("\0\0\0\0\0\0\0\7", "\0\0\0\0\0\0\0\10"); return new ObjectInputStream(new ByteArrayInputStream(s.getBytes("ISO-8859-1"))).readObject(); });
        attempt("filter", () -> { ObjectInputStream filtered = new ObjectInputStream(new ByteArrayInputStream(write(new Holder(new Point(1, 2))))); filtered.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!Serializing$Point;*")); return filtered.readObject(); });
        attempt("resolved class", () -> new ObjectInputStream(new ByteArrayInputStream(write(new Point(8, 9)))) { @Override protected Class<?> resolveClass(ObjectStreamClass d) throws IOException, ClassNotFoundException { System.out.print(d.getName() + " " + d.getSerialVersionUID() + " " + Arrays.toString(d.getFields()) + "; "); return super.resolveClass(d); } }.readObject());
        System.out.println(ObjectStreamClass.lookup(Animal.class) + " " + ObjectStreamClass.lookup(Colour.class) + " " + ObjectStreamClass.lookup(Dog.class).getField("i") + " " + ObjectStreamClass.lookupAny(NotSerializable.class).getName() + " " + ObjectStreamClass.lookup(String.class).getSerialVersionUID());
    }
}
