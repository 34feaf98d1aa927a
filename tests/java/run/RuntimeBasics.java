// run: min=17 args="one two=2 -Dthree"
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.*;

/** System and Runtime, properties, arguments, classes by name, resources, thread locals, identity, interning, object methods, URI. */
public class RuntimeBasics {
    static int counter;
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> ++counter);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() { @Override protected String childValue(String parent) { return parent + "'s child"; } };

    static class Counted {
        static int made;
        final int id = ++made;
        @Override public boolean equals(Object o) { return o instanceof Counted; }
        @Override public int hashCode() { return 5; }
        @Override public String toString() { return "Counted"; }
    }

    static class Cleaned implements Cloneable {
        int[] data = {1, 2};
        Counted c = new Counted();
        @Override protected Cleaned clone() throws CloneNotSupportedException { Cleaned copy = (Cleaned) super.clone(); copy.data = data.clone(); return copy; }
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@") + (e.getCause() == null ? "" : " from " + e.getCause()));
        }
    }

    static void properties() {
        System.out.println("[" + System.getProperty("file.separator") + System.getProperty("path.separator") + System.getProperty("line.separator").length() + "] " + System.lineSeparator().equals("\n") + " " + System.getProperty("no.such") + " " + System.getProperty("no.such", "default") + " " + System.setProperty("mine", "1") + System.setProperty("mine", "2") + System.getProperty("mine") + System.clearProperty("mine") + System.getProperty("mine"));
        System.out.println(System.getProperty("java.specification.version") + " " + System.getProperty("java.vm.specification.name") + " " + System.getProperty("java.specification.name") + " " + System.getProperty("os.name") + " " + System.getProperty("java.class.version") + " " + System.getProperty("user.dir").startsWith("/") + " " + System.getProperty("java.io.tmpdir") + " " + Runtime.version().feature());
        attempt("empty key", () -> System.getProperty(""));
        attempt("null key", () -> { try { return System.getProperty(null); } catch (NullPointerException e) { return e.getMessage(); } });
        Runtime r = Runtime.getRuntime();
        System.out.println((r.availableProcessors() > 0) + " " + (r.totalMemory() > 0 && r.freeMemory() > 0 && r.maxMemory() >= r.totalMemory()) + " " + (System.getenv("NO_SUCH_VARIABLE_HERE") == null) + " " + (System.currentTimeMillis() > 1_600_000_000_000L) + " " + (System.nanoTime() - System.nanoTime() <= 0) + " " + (System.console() == null) + " " + (Runtime.version().compareTo(Runtime.Version.parse("17")) >= 0) + " " + Runtime.Version.parse("21.0.1+12-LTS").optional().get());
    }

    static void classes() {
        attempt("forName", () -> Class.forName("java.util.ArrayList").getSimpleName());
        attempt("forName nested", () -> Class.forName("RuntimeBasics$Counted").getSimpleName());
        attempt("forName missing", () -> Class.forName("no.such.Class"));
        attempt("forName with a dot for nested", () -> Class.forName("RuntimeBasics.Counted"));
        attempt("forName with slashes", () -> Class.forName("java/lang/String"));
        attempt("forName empty", () -> Class.forName(""));
        attempt("forName primitive", () -> Class.forName("int"));
        attempt("forName bad array", () -> Class.forName("[Lno.such;"));
        attempt("forName array", () -> Class.forName("[[D").getComponentType());
        attempt("forName source array", () -> Class.forName("java.lang.String[]"));
        attempt("loadClass array", () -> ClassLoader.getSystemClassLoader().loadClass("[I"));
        attempt("loadClass", () -> ClassLoader.getSystemClassLoader().loadClass("RuntimeBasics") == RuntimeBasics.class);
        attempt("case matters", () -> Class.forName("java.lang.string"));
        attempt("own loader", () -> new ClassLoader() { @Override protected Class<?> findClass(String n) throws ClassNotFoundException { System.out.print("asked for " + n + "; "); return super.findClass(n); } }.loadClass("made.up.Name"));
        attempt("define garbage", () -> new ClassLoader() { Class<?> define() { return defineClass("X", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, 10); } }.define());
        attempt("define in java.lang", () -> new ClassLoader() { Class<?> define() { return defineClass("java.lang.Fake", new byte[10], 0, 10); } }.define());
        attempt("define truncated", () -> new ClassLoader() { Class<?> define() throws IOException { byte[] b; try (InputStream in = RuntimeBasics.class.getResourceAsStream("RuntimeBasics$Counted.class")) { b = in.readAllBytes(); } return defineClass(null, b, 0, b.length - 20); } }.define());
        attempt("define again", () -> new ClassLoader(null) { Object define() throws IOException { byte[] b; try (InputStream in = RuntimeBasics.class.getResourceAsStream("RuntimeBasics$Counted.class")) { b = in.readAllBytes(); } Class<?> c = defineClass(null, b, 0, b.length); System.out.print((c != Counted.class) + c.getName() + "; "); return defineClass(null, b, 0, b.length); } }.define() == null);
        attempt("wrong name", () -> new ClassLoader() { Class<?> define() throws IOException { byte[] b; try (InputStream in = RuntimeBasics.class.getResourceAsStream("RuntimeBasics$Counted.class")) { b = in.readAllBytes(); } return defineClass("Other", b, 0, b.length); } }.define());
        System.out.println(RuntimeBasics.class.getClassLoader().getName() + " " + RuntimeBasics.class.getClassLoader().getParent().getName() + " " + String.class.getClassLoader() + " " + RuntimeBasics.class.getClassLoader().getParent().getParent() + " " + int[].class.getClassLoader() + " " + (Thread.currentThread().getContextClassLoader() == ClassLoader.getSystemClassLoader()) + " " + String.class.getModule() + " " + RuntimeBasics.class.getModule().isNamed() + " " + RuntimeBasics.class.getPackageName().isEmpty() + " " + Map.Entry.class.getPackage());
        System.out.println(RuntimeBasics.class.getResource("missing.txt") + " " + RuntimeBasics.class.getResourceAsStream("/missing.txt") + " " + ClassLoader.getSystemResource("no/such") + " " + (RuntimeBasics.class.getResource("RuntimeBasics.class") != null) + " " + (ClassLoader.getSystemResource("java/lang/Object.class") != null) + " " + String.class.getResource("String.class") + " " + RuntimeBasics.class.desiredAssertionStatus());
    }

    static void threadLocals() throws Exception {
        INHERITED.set("main");
        int first = LOCAL.get();
        LOCAL.set(100);
        StringBuilder out = new StringBuilder();
        Thread t = new Thread(() -> { out.append(LOCAL.get()).append(INHERITED.get()); LOCAL.remove(); out.append(LOCAL.get()); });
        t.start();
        t.join();
        LOCAL.remove();
        System.out.println(first + " " + out + " " + LOCAL.get() + " " + INHERITED.get() + " " + new ThreadLocal<>().get());
    }

    static void objects() throws Exception {
        Object o = new Object(), p = new Object();
        System.out.println((o.hashCode() == System.identityHashCode(o)) + " " + o.equals(o) + o.equals(p) + " " + o.toString().startsWith("java.lang.Object@") + " " + System.identityHashCode(null) + " " + (new Counted().hashCode() == System.identityHashCode(new Counted())) + " " + o.toString().equals("java.lang.Object@" + Integer.toHexString(o.hashCode())));
        Cleaned c = new Cleaned(), d = c.clone();
        d.data[0] = 99;
        System.out.println(c.data[0] + " " + (c.c == d.c) + " " + (c.getClass() == d.getClass()) + " " + Counted.made);
        attempt("clone of uncloneable", () -> { class Plain { Object copy() throws CloneNotSupportedException { return clone(); } } return new Plain().copy(); });
        attempt("wait without lock", () -> { o.wait(); return 0; });
        attempt("notify without lock", () -> { o.notify(); return 0; });
        attempt("negative wait", () -> { synchronized (o) { o.wait(-1); } return 0; });
        String literal = "interned", built = new StringBuilder("inter").append("ned").toString();
        System.out.println((literal == built) + " " + (literal == built.intern()) + " " + ("" + 1 + 2 == "12") + " " + ("a" + "b" == "ab") + " " + (new String("x") == "x") + " " + ("\u0041" == "A") + " " + (String.valueOf('q').intern() == "q") + " " + (Integer.toString(7).intern() == "7") + " " + (Counted.class.getName() == Counted.class.getName()));
        Set<String> interned = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 1000; i++) interned.add(("k" + i % 100).intern());
        System.out.println(interned.size() + " " + new HashSet<>(List.of(new Counted())).contains(new Counted()));
        java.lang.ref.WeakReference<Object> weak = new java.lang.ref.WeakReference<>(o);
        java.lang.ref.SoftReference<byte[]> soft = new java.lang.ref.SoftReference<>(new byte[10]);
        java.lang.ref.ReferenceQueue<Object> queue = new java.lang.ref.ReferenceQueue<>();
        java.lang.ref.PhantomReference<Object> phantom = new java.lang.ref.PhantomReference<>(p, queue);
        weak.refersTo(o);
        System.out.println((weak.get() == o) + " " + soft.get().length + " " + phantom.get() + " " + queue.poll() + " " + phantom.refersTo(p) + " " + weak.enqueue() + weak.get());
        java.lang.ref.Reference.reachabilityFence(o);
        java.lang.ref.Reference.reachabilityFence(p);
    }

    static void uris() {
        URI u = URI.create("https://user@host.example:8080/a/b/../c%20d?q=1&r=%C3%A9#frag");
        System.out.println(u.getScheme() + " " + u.getAuthority() + " " + u.getUserInfo() + " " + u.getHost() + " " + u.getPort() + " " + u.getPath() + " " + u.getRawPath() + " " + u.getQuery() + " " + u.getFragment() + " " + u.normalize() + " " + u.resolve("../x?y") + " " + u.relativize(URI.create("https://user@host.example:8080/a/b/../c%20d/e")) + " " + URI.create("mailto:a@b").isOpaque() + " " + u.compareTo(URI.create("HTTPS://x")) + " " + u.hashCode());
        attempt("bad uri", () -> URI.create("a b"));
        attempt("codec", () -> java.net.URLEncoder.encode("a b&c=é/~*", "UTF-8") + " " + java.net.URLDecoder.decode("a+b%26%C3%A9", "UTF-8"));
        attempt("url", () -> new java.net.URL("http://h:81/p/q.txt?x#r").getFile() + " " + new java.net.URL(new java.net.URL("http://h/p/q"), "../z"));
        attempt("bad protocol", () -> new java.net.URL("nope://x"));
        attempt("address", () -> java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isLoopbackAddress() + " " + java.net.InetAddress.getByName("10.1.2.3").getHostAddress() + " " + java.net.InetAddress.getByName("::1").getAddress().length);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(args.length + " " + Arrays.toString(args) + " " + System.getProperty("three"));
        properties();
        classes();
        threadLocals();
        objects();
        uris();
    }
}
