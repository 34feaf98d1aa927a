// run: min=17 args="x y"
package conformance.packaged;

import java.util.*;
import static java.lang.Math.*;
import static java.util.Map.Entry.comparingByKey;

/** A program inside a package: names of classes, package-private access, several top-level classes, static imports, traces. */
public class PackagedProgram {
    protected static int level = 3;
    private final Helper helper = new Helper("main");

    @interface Note { String value() default "none"; }

    static class Nested extends Helper {
        Nested() { super("nested"); }
        @Override String speak() { return super.speak() + " and " + hidden(); }
        protected static String where() { return new Throwable().getStackTrace()[0].toString(); }
    }

    @Note("deprecated in spirit")
    static String names(Class<?> c) {
        return c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c.getCanonicalName() + " | " + c.getPackageName() + " | " + c.descriptorString() + " | " + c.toGenericString();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(String.join(",", args) + " " + PackagedProgram.class.getPackage() + " " + PackagedProgram.class.getPackage().getImplementationTitle() + " " + PackagedProgram.class.getPackage().isSealed());
        for (Class<?> c : new Class<?>[] {PackagedProgram.class, Nested.class, Helper.class, Helper.Part.class, Role.class, Role.BOSS.getClass(), Talker.class, Nested[][].class, new Object() { }.getClass()}) System.out.println(names(c));
        PackagedProgram p = new PackagedProgram();
        System.out.println(p.helper.speak() + " " + new Nested().speak() + " " + p.helper.visible + " " + Helper.count + " " + Role.of(2) + " " + Role.BOSS.title());
        System.out.println(Nested.where() + " " + Helper.where() + " " + ((Talker) () -> "lambda").speakTwice());
        System.out.println(max(3, floorMod(-7, 4)) + " " + abs(-PI) + " " + new TreeMap<>(Map.of("b", 1, "a", 2)).entrySet().stream().sorted(Collections.reverseOrder(comparingByKey())).toList());
        try {
            p.helper.fail(null);
        } catch (IllegalArgumentException e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(e + " " + trace[0] + " " + trace[trace.length - 1] + " " + e.getCause() + " " + trace[0].getClassName() + " " + trace[0].getFileName());
        }
        for (String name : new String[] {"conformance.packaged.Helper", "conformance.packaged.PackagedProgram$Nested", "Helper", "conformance/packaged/Helper", "conformance.packaged.Missing", "conformance.packaged"}) {
            try {
                System.out.println(Class.forName(name).getSimpleName());
            } catch (ClassNotFoundException e) {
                System.out.println("not found " + e.getMessage());
            } catch (NoClassDefFoundError e) {
                System.out.println("no definition " + e.getMessage());
            }
        }
        System.out.println((PackagedProgram.class.getResource("Helper.class") != null) + " " + (PackagedProgram.class.getResource("/conformance/packaged/Helper.class") != null) + " " + PackagedProgram.class.getResource("/Helper.class") + " " + (ClassLoader.getSystemResource("conformance/packaged/Helper.class") != null) + " " + PackagedProgram.class.getClassLoader().getDefinedPackage("conformance.packaged").getName()
            + " " + PackagedProgram.class.getClassLoader().getDefinedPackage("conformance"));
        try {
            Helper.class.getDeclaredField("secret").get(p.helper);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        Helper.Part[] parts = {p.helper.new Part(1), new Nested().new Part(2)};
        System.out.println(parts[0].owner() + parts[1].owner() + " " + parts.getClass().getName() + " " + Helper.class.getNestHost().getSimpleName() + " " + Helper.class.isNestmateOf(PackagedProgram.class));
        try {
            Object o = parts;
            System.out.println(((Nested[]) o).length);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Helper none = level > 5 ? p.helper : null;
            none.visible++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Role.valueOf("NOBODY");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int sum = 0;
        for (Talker t : List.<Talker>of(p.helper, new Nested(), () -> "x", Role.BOSS::title)) sum += t.speak0().length();
        System.out.println(sum);
    }
}

interface Talker {
    String speak0();
    default String speakTwice() { return speak0() + speak0(); }
}

class Helper implements Talker {
    static int count;
    int visible = 10;
    private final String secret;
    protected String tag = "tag";

    Helper(String secret) { this.secret = secret; count++; }
    String speak() { return "I am " + secret; }
    public String speak0() { return speak(); }
    protected String hidden() { return "hidden " + tag + PackagedProgram.level; }
    static String where() { return new Throwable().getStackTrace()[0].toString(); }

    void fail(String argument) {
        try {
            argument.length();
        } catch (NullPointerException e) {
            throw new IllegalArgumentException("bad argument", e);
        }
    }

    class Part {
        final int number;
        Part(int number) { this.number = number; }
        String owner() { return secret + number; }
    }
}

enum Role {
    CLERK, BOSS { @Override String title() { return "the boss"; } }, GUEST;
    String title() { return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT); }
    static Role of(int n) { return values()[n % values().length]; }
}
