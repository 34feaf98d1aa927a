// run: min=17
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

/** Dynamic proxies, reflective use of records and enums, a small object mapper and a dependency injector built on reflection. */
public class ReflectProxies {
    interface Calculator { int add(int a, int b); long wide(long l, double d, float f); boolean not(boolean z); char next(char c); byte narrow(short s); void nothing(); String[] names(String... n); default int twice(int n) { return add(n, n); } }
    interface Other { int add(int a, int b); String text(); }
    interface Failing { void checked() throws java.io.IOException; int number(); }

    static class Recorder implements InvocationHandler {
        final List<String> calls = new ArrayList<>();
        Object answer;
        public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            calls.add(method.getDeclaringClass().getSimpleName() + "." + method.getName() + (args == null ? "null" : Arrays.deepToString(args)));
            if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, args);
            if (answer instanceof Throwable t) throw t;
            return answer;
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T traced(T target, Class<T> type, StringBuilder log) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> {
            log.append('>').append(m.getName());
            try {
                return m.invoke(target, a);
            } catch (InvocationTargetException e) {
                log.append('!').append(e.getCause().getClass().getSimpleName());
                throw e.getCause();
            } finally {
                log.append('<');
            }
        });
    }

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (UndeclaredThrowableException e) {
            System.out.println(what + ": undeclared " + e.getCause());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + (e instanceof ClassCastException || e instanceof NullPointerException ? "" : " " + e.getMessage()));
        }
    }

    record Address(String street, int number) { }
    enum Kind { HOME, WORK { @Override public String toString() { return "work!"; } } }
    record Contact(String name, Address address, Kind kind, List<String> mails, double[] location, Optional<Integer> age) { }

    static String toText(Object o) throws ReflectiveOperationException {
        if (o == null) return "null";
        Class<?> c = o.getClass();
        if (c.isRecord()) {
            StringJoiner j = new StringJoiner(", ", c.getSimpleName().toLowerCase(Locale.ROOT) + " {", "}");
            for (RecordComponent rc : c.getRecordComponents()) j.add(rc.getName() + ": " + toText(rc.getAccessor().invoke(o)));
            return j.toString();
        }
        if (c.isArray()) {
            StringJoiner j = new StringJoiner(" ", "(", ")");
            for (int i = 0; i < Array.getLength(o); i++) j.add(toText(Array.get(o, i)));
            return j.toString();
        }
        if (o instanceof Enum<?> e) return e.getDeclaringClass().getSimpleName() + "." + e.name();
        if (o instanceof Optional<?> p) return p.isPresent() ? "some " + toText(p.get()) : "none";
        return o instanceof String ? "'" + o + "'" : o.toString();
    }

    static <T> T fromMap(Class<T> record, Map<String, ?> values) throws ReflectiveOperationException {
        RecordComponent[] components = record.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] args = new Object[components.length];
        for (int i = 0; i < types.length; i++) { types[i] = components[i].getType(); args[i] = values.get(components[i].getName()); }
        return record.getDeclaredConstructor(types).newInstance(args);
    }

    static class Engine { int power = 5; }
    static class Wheels { final Engine engine; Wheels(Engine e) { engine = e; } }
    static class Car { final Engine engine; final Wheels wheels; Car(Engine e, Wheels w) { engine = e; wheels = w; } }

    static class Injector {
        final Map<Class<?>, Object> singletons = new HashMap<>();
        final List<String> created = new ArrayList<>();
        <T> T get(Class<T> type) throws ReflectiveOperationException {
            Object known = singletons.get(type);
            if (known != null) return type.cast(known);
            Constructor<?> k = type.getDeclaredConstructors()[0];
            Object[] args = new Object[k.getParameterCount()];
            for (int i = 0; i < args.length; i++) args[i] = get(k.getParameterTypes()[i]);
            created.add(type.getSimpleName());
            Object made = k.newInstance(args);
            singletons.put(type, made);
            return type.cast(made);
        }
    }

    public static void main(String[] args) throws Exception {
        Recorder recorder = new Recorder();
        ClassLoader loader = ReflectProxies.class.getClassLoader();
        Calculator c = (Calculator) Proxy.newProxyInstance(loader, new Class<?>[] {Calculator.class, Other.class}, recorder);
        recorder.answer = 7;
        attempt("int", () -> c.add(1, 2));
        attempt("default", () -> c.twice(10));
        attempt("other interface", () -> ((Other) c).add(3, 4));
        attempt("int as long", () -> c.wide(1L << 40, 2.5, 1.5f));
        attempt("int as boolean", () -> c.not(true));
        recorder.answer = 99L;
        attempt("long", () -> c.wide(-1, -0.0, Float.NaN));
        recorder.answer = 'x';
        attempt("char", () -> c.next('w'));
        recorder.answer = (byte) -4;
        attempt("byte", () -> c.narrow((short) 300));
        recorder.answer = null;
        attempt("null for a primitive", () -> c.add(0, 0));
        attempt("void", () -> { c.nothing(); return "returned"; });
        attempt("null reference", () -> c.names("a", null) == null);
        recorder.answer = new String[] {"p", "q"};
        attempt("array", () -> c.names().length);
        recorder.answer = "equal?";
        attempt("toString", () -> c.toString());
        attempt("equals", () -> c.equals("x"));
        recorder.answer = 12;
        attempt("hashCode", () -> c.hashCode());
        recorder.answer = new java.io.IOException("checked");
        attempt("undeclared", () -> c.add(1, 1));
        recorder.answer = new IllegalStateException("unchecked");
        attempt("unchecked", () -> c.add(1, 1));
        Failing failing = (Failing) Proxy.newProxyInstance(loader, new Class<?>[] {Failing.class}, recorder);
        recorder.answer = new java.io.EOFException("declared");
        try {
            failing.checked();
        } catch (java.io.IOException e) {
            System.out.println("declared passes: " + e);
        }
        for (String call : recorder.calls) System.out.println("  " + call);
        System.out.println(Proxy.isProxyClass(c.getClass()) + " " + Proxy.isProxyClass(Recorder.class) + " " + (Proxy.getInvocationHandler(c) == recorder) + " " + Arrays.toString(c.getClass().getInterfaces()) + " " + Modifier.toString(c.getClass().getModifiers())
            + " " + (c instanceof Other) + " " + c.getClass().getSuperclass().getName() + " " + (Proxy.newProxyInstance(loader, new Class<?>[] {Failing.class}, recorder).getClass() == failing.getClass()));
        attempt("not an interface", () -> Proxy.newProxyInstance(loader, new Class<?>[] {String.class}, recorder));
        attempt("repeated", () -> Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class, Runnable.class}, recorder));
        attempt("null handler", () -> Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, null));
        attempt("not a proxy", () -> Proxy.getInvocationHandler("s"));

        StringBuilder log = new StringBuilder();
        @SuppressWarnings("unchecked") List<Object> list = traced(new ArrayList<>(List.of("b", "a")), List.class, log);
        list.add("c");
        list.sort(null);
        attempt("through a traced list", () -> list.get(9));
        System.out.println(list.size() + " " + list.contains("a") + " " + log);
        @SuppressWarnings("unchecked") Function<Integer, Integer> f = traced((Function<Integer, Integer>) x -> 100 / x, Function.class, log);
        System.out.println(f.apply(5) + " " + f.andThen(x -> x + 1).apply(4));
        attempt("division", () -> f.apply(0));

        Contact contact = new Contact("Zed", new Address("Main St", 5), Kind.WORK, List.of("z@x", "z@y"), new double[] {1.5, -2}, Optional.of(30));
        System.out.println(toText(contact));
        Map<String, Object> values = new HashMap<>();
        for (RecordComponent rc : Contact.class.getRecordComponents()) values.put(rc.getName(), rc.getAccessor().invoke(contact));
        System.out.println(fromMap(Contact.class, values).equals(contact) + " " + toText(fromMap(Address.class, Map.of("street", "Elm", "number", 9))) + " " + Contact.class.getRecordComponents()[3].getGenericType());
        try {
            fromMap(Address.class, Map.of("street", 5, "number", 9));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Field work = Kind.class.getField("WORK");
        System.out.println(work.isEnumConstant() + " " + work.get(null) + " " + Kind.class.getMethod("valueOf", String.class).invoke(null, "HOME") + " " + Arrays.toString((Object[]) Kind.class.getMethod("values").invoke(null)));
        Injector injector = new Injector();
        Car car = injector.get(Car.class);
        System.out.println((car.engine == car.wheels.engine) + " " + injector.created + " " + car.engine.power);
    }
}
