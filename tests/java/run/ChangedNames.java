// run: min=17
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Supplier;

/** Class files in which one name was changed to another of the same length: call sites that no compiler makes. */
public class ChangedNames {
    /** Defines the classes of this file anew, those changed whose names begin with a prefix. */
    static class Changing extends ClassLoader {
        final String prefix, from, to;

        Changing(String prefix, String from, String to) {
            super(ChangedNames.class.getClassLoader());
            this.prefix = prefix;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("ChangedNames") || findLoadedClass(name) != null) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = getParent().getResourceAsStream(name + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                String text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
                if (name.startsWith("ChangedNames$" + prefix)) {
                    text = text.replace(from, to);
                }
                byte[] changed = text.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, changed, 0, changed.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    interface Three {
        String three(String a, Object b);
    }

    /** What the factory of lambdas is told instead of an interface. */
    abstract static class Thrie {
        abstract String three(String a, Object b);
    }

    static class LambdaUser implements Supplier<Object> {
        static String both(String a, Object b) {
            return a + b;
        }

        static Integer half(CharSequence a) {
            return a.length() / 2;
        }

        @Override
        public Object get() {
            Three three = LambdaUser::both;
            Function<String, Integer> half = LambdaUser::half;
            return ((Object) three == null) + " " + half.apply("four");
        }
    }

    static class CollectorUser implements Supplier<Object> {
        static String collected(Number... parts) {
            return "collected " + parts;
        }

        @Override
        public Object get() {
            Function<Number[], String> collecting = CollectorUser::collected;
            return collecting.apply(null);
        }
    }

    interface Defaulting {
        String name();

        default String twice() {
            return DefaultUser.given() + name();
        }

        default String once() {
            return DefaultUser.given();
        }
    }

    static class DefaultUser implements Supplier<Object> {
        static String given() {
            return "given ";
        }

        @Override
        public Object get() {
            Defaulting lambda = () -> "lambda";
            return lambda.twice();
        }
    }

    static class Concatenating implements Supplier<Object> {
        static Object part(int number) {
            return number;
        }

        @Override
        public Object get() {
            return part(1) + " and " + part(2) + ":";
        }
    }

    record RecordPair(int left, String right) {}

    static class RecordUser implements Supplier<Object> {
        @Override
        public Object get() {
            RecordPair pair = new RecordPair(1, "two");
            return pair + " " + pair.equals(new RecordPair(1, "two")) + " " + (pair.hashCode() == pair.hashCode());
        }
    }

    enum Nested {
        FIRST {
            @Override
            Object local() {
                class Local {}
                return new Local();
            }
        };

        abstract Object local();
    }

    static class NestedUser implements Supplier<Object> {
        @Override
        public Object get() {
            return said(Nested.FIRST.getClass()) + said(Nested.FIRST.local().getClass());
        }

        static String said(Class<?> c) {
            return "'" + c.getSimpleName() + "' " + c.isAnonymousClass() + " " + c.isLocalClass() + " "
                    + c.getEnclosingClass() + " " + c.getEnclosingMethod() + "; ";
        }
    }

    static void tried(String main, String prefix, String from, String to) throws ReflectiveOperationException {
        System.out.print(from + " -> " + to + ": ");
        try {
            Class<?> user = new Changing(prefix, from, to).loadClass("ChangedNames$" + main);
            var made = user.getDeclaredConstructor();
            made.setAccessible(true);
            System.out.println(((Supplier<?>) made.newInstance()).get());
        } catch (LinkageError | InternalError | ClassCastException e) {
            System.out.println();
            for (Throwable each = e; each != null; each = each.getCause()) {
                String message = String.valueOf(each.getMessage()).split("\n")[0];
                System.out.println("  " + each.getClass().getName() + ": " + message.replaceAll("@\\w+", "@"));
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        lambdas();
        others();
    }

    static void lambdas() throws ReflectiveOperationException {
        tried("LambdaUser", "LambdaUser", "unchanged", "unchanged");
        tried("LambdaUser", "LambdaUser", "()LChangedNames$Three;", "()LChangedNames$Thrie;");
        tried("LambdaUser", "LambdaUser", "()LChangedNames$Three;", "()LChangedNames$Thxee;");
        tried("LambdaUser", "LambdaUser", "half", "hulf");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/String;)Ljava/lang/Integer;", "(Ljava/lang/Strong;)Ljava/lang/Integer;");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/String;)Ljava/lang/Integer;", "(Ljava/lang/Object;)Ljava/lang/Integer;");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/String;)Ljava/lang/Integer;", "(Ljava/lang/String;)Ljava/lang/Boolean;");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/String;)Ljava/lang/Integer;", "(Ljava/lang/Number;)Ljava/lang/Boolean;");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/Object;)Ljava/lang/Object;", "(Ljava/lang/Object;)Ljava/lang/Obxect;");
        tried("LambdaUser", "LambdaUser", "(Ljava/lang/Object;)Ljava/lang/Object;", "(Ljava/lang/Object;)Ljava/lang/String;");
        tried("LambdaUser", "LambdaUser", "three", "th/ee");
        tried("LambdaUser", "LambdaUser", "metafactory", "metafactorx");
        tried("LambdaUser", "LambdaUser", "Ljava/lang/invoke/MethodType;Ljava", "Ljava/lang/iEvoke/MethodType;Ljava");
        tried("CollectorUser", "Collector", "unchanged", "unchanged");
        tried("CollectorUser", "Collector", "([Ljava/lang/Number;)", "(Ljava/lang/Integer;)");
        tried("DefaultUser", "Default", "unchanged", "unchanged");
        tried("DefaultUser", "Default", "()Ljava/lang/String;", "()Ljava/lang/Object;");
        tried("DefaultUser", "Defaulting", "given", "gaven");
        tried("DefaultUser", "Defaulting", "Code", "Cove");
    }

    static void others() throws ReflectiveOperationException {
        tried("Concatenating", "Concatenating", "unchanged", "unchanged");
        tried("Concatenating", "Concatenating", " and ", " \1nd ");
        tried("Concatenating", "Concatenating", " and ", " \2nd ");
        tried("Concatenating", "Concatenating", "makeConcatWithConstants", "makeConcatWithoutStants");
        String strings = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/";
        tried("Concatenating", "Concatenating", strings + "String;", strings + "Number;");
        tried("Concatenating", "Concatenating", strings + "String;", strings + "Object;");
        tried("Concatenating", "Concatenating", strings, strings.replace("(Ljava/lang/String", "(Ljava/lang/Strong"));
        tried("RecordUser", "Record", "unchanged", "unchanged");
        tried("RecordUser", "Record", "left;right", "lift;light");
        tried("RecordUser", "Record", "left;right", "left right");
        tried("RecordUser", "RecordPair", "hashCode", "hashCoda");
        tried("RecordUser", "RecordPair", "InnerClasses", "InnerGlasses");
        tried("NestedUser", "Nested", "unchanged", "unchanged");
        tried("NestedUser", "Nested", "InnerClasses", "InnerGlasses");
        tried("NestedUser", "Nested", "EnclosingMethod", "EnclosedByMethd");
    }
}
