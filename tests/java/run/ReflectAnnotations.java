// run: min=17
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.stream.Collectors;

/** Annotations of every member kind on every target, generic signatures, parameters, inheritance, repetition, type annotations. */
public class ReflectAnnotations {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested { String value(); int weight() default 1; }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Every {
        boolean z() default true; byte b() default -1; short s() default 2; char c() default 'c'; int i() default 4; long l() default 5L; float f() default 6.5f; double d() default 7.25;
        String text() default "a \"quoted\" text"; Class<?> type() default String.class; Level level() default Level.LOW; Nested nested() default @Nested("inside");
        int[] ints() default {1, 2}; String[] texts() default {}; Class<?>[] types() default {int.class, int[].class}; Level[] levels() default Level.HIGH; Nested[] nesteds() default {@Nested("p"), @Nested(value = "q", weight = 9)};
        char[] chars() default {'x', '\n'}; double[] doubles() default {Double.NaN, -0.0}; boolean[] flags() default {true}; long[] longs() default {}; byte[] bytes() default 3; float[] floats() default 1f; short[] shorts() default {1};
    }

    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Family { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Marker { }
    @Retention(RetentionPolicy.CLASS) @interface Invisible { }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Tags { Tag[] value(); }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Checked { int value() default 0; }

    @Family("parent") @Marker @Tag("one")
    static class Parent<T extends Comparable<? super T>> {
        @Marker protected T field;
        public List<? extends Map<String, T[]>> wild;
        public Map.Entry<int[], ? super Integer>[] arrays;
        @Tag("a") @Tag("b") void tagged() { }
        <A, B extends A, X extends Exception> Map<A, ? extends B> generic(@Marker A a, @Nested("param") @Tag("x") List<B>[] b, int... rest) throws X, java.io.IOException { return null; }
        class Inner<U> { Parent<T>.Inner<U> self; }
    }

    @Every(i = 99, texts = {"p", "q"}, nested = @Nested(value = "own", weight = -3), type = Map.Entry.class, levels = {}, c = '\'', text = "line\nbreak")
    static class Child extends Parent<String> implements Comparable<Child>, Iterable<Map<String, Integer>> {
        @Every @Deprecated(since = "3", forRemoval = true) public int deprecated;
        @Invisible void invisible(@Deprecated int x) { }
        @Marker Child(@Nested("c") int a, String b) { }
        public int compareTo(Child c) { return 0; }
        public Iterator<Map<String, Integer>> iterator() { return null; }
        @Checked(1) String @Checked(2) [] @Checked(3) [] annotated(@Checked(4) List<@Checked(5) ? extends @Checked(6) Number> list) throws @Checked(7) Exception { return null; }
    }

    @Marker record Point(@Marker int x, @Nested("y") int y) { }
    @FunctionalInterface interface Fn<@Checked(8) A, B> { B call(A a); }

    static String members(Annotation a) throws Exception {
        List<String> out = new ArrayList<>();
        for (Method m : a.annotationType().getDeclaredMethods()) {
            Object v = m.invoke(a);
            String text = v.getClass().isArray() ? Arrays.deepToString(new Object[] {v}) : String.valueOf(v);
            out.add(m.getName() + "=" + text + ":" + v.getClass().getSimpleName().replaceAll("\\$Proxy\\d+", "proxy"));
        }
        Collections.sort(out);
        return out.toString();
    }

    static String types(Type... types) {
        return Arrays.stream(types).map(t -> t.getTypeName() + "{" + kind(t) + "}").collect(Collectors.joining(", "));
    }

    static String kind(Type t) {
        if (t instanceof Class<?> c) return "class " + c.getSimpleName();
        if (t instanceof ParameterizedType p) return "parameterized " + p.getRawType().getTypeName() + " of " + types(p.getActualTypeArguments()) + (p.getOwnerType() == null ? "" : " owner " + p.getOwnerType().getTypeName());
        if (t instanceof TypeVariable<?> v) return "variable of " + v.getGenericDeclaration().getClass().getSimpleName() + " bounds " + Arrays.stream(v.getBounds()).map(Type::getTypeName).toList();
        if (t instanceof WildcardType w) return "wildcard " + Arrays.stream(w.getUpperBounds()).map(Type::getTypeName).toList() + Arrays.stream(w.getLowerBounds()).map(Type::getTypeName).toList();
        return "array of " + ((GenericArrayType) t).getGenericComponentType().getTypeName();
    }

    public static void main(String[] args) throws Exception {
        Every own = Child.class.getAnnotation(Every.class), defaults = Child.class.getField("deprecated").getAnnotation(Every.class);
        System.out.println(members(own));
        System.out.println(members(defaults));
        System.out.println(own.nested().weight() + own.i() + " " + own.equals(defaults) + " " + own.equals(Child.class.getAnnotation(Every.class)) + " " + (own.hashCode() == Child.class.getAnnotation(Every.class).hashCode()) + " " + own.annotationType().getSimpleName() + " " + own.nested());
        int[] ints = defaults.ints();
        ints[0] = 100;
        System.out.println(defaults.ints()[0] + " " + own.nested().hashCode() + " " + Child.class.getField("deprecated").getAnnotation(Deprecated.class));
        System.out.println(Arrays.toString(Parent.class.getAnnotations()) + " " + Child.class.getAnnotation(Family.class) + " " + Child.class.getDeclaredAnnotation(Family.class) + " " + Child.class.isAnnotationPresent(Marker.class) + " " + Child.class.getAnnotations().length + Child.class.getDeclaredAnnotations().length);
        Method tagged = Parent.class.getDeclaredMethod("tagged");
        System.out.println(tagged.getAnnotation(Tag.class) + " " + tagged.getAnnotation(Tags.class) + " " + Arrays.toString(tagged.getAnnotationsByType(Tag.class)) + " " + Arrays.toString(Parent.class.getAnnotationsByType(Tag.class)) + " " + tagged.getDeclaredAnnotationsByType(Marker.class).length);
        Method invisible = Child.class.getDeclaredMethod("invisible", int.class);
        System.out.println(invisible.getAnnotations().length + " " + Arrays.deepToString(invisible.getParameterAnnotations()));
        Constructor<?> constructor = Child.class.getDeclaredConstructors()[0];
        System.out.println(Arrays.toString(constructor.getAnnotations()) + Arrays.deepToString(constructor.getParameterAnnotations()) + Arrays.toString(constructor.getParameters()) + constructor.getParameters()[0].isNamePresent());

        Method generic = Parent.class.getDeclaredMethod("generic", Object.class, List[].class, int[].class);
        System.out.println(generic.toGenericString());
        System.out.println(types(generic.getGenericReturnType()) + " | " + types(generic.getGenericParameterTypes()) + " | " + types(generic.getGenericExceptionTypes()) + " | " + types(generic.getTypeParameters()));
        for (Parameter p : generic.getParameters()) System.out.println("  " + p + " " + p.isVarArgs() + p.getModifiers() + " " + Arrays.toString(p.getAnnotations()) + " " + p.getParameterizedType());
        for (Field f : Parent.class.getDeclaredFields()) System.out.println("  " + f.getName() + " " + types(f.getGenericType()) + Arrays.toString(f.getAnnotations()));
        System.out.println(types(Child.class.getGenericSuperclass()) + " | " + types(Child.class.getGenericInterfaces()) + " | " + types(Parent.class.getTypeParameters()) + " | " + types(Parent.Inner.class.getDeclaredField("self").getGenericType()));
        ParameterizedType p = (ParameterizedType) Child.class.getGenericSuperclass();
        System.out.println(p.equals(Child.class.getGenericSuperclass()) + " " + (p.hashCode() == Child.class.getGenericSuperclass().hashCode()) + " " + Parent.class.getTypeParameters()[0].equals(((TypeVariable<?>) Parent.class.getDeclaredField("field").getGenericType())));

        Method annotated = Child.class.getDeclaredMethod("annotated", List.class);
        AnnotatedType returned = annotated.getAnnotatedReturnType();
        System.out.println(Arrays.toString(returned.getAnnotations()) + " " + returned);
        AnnotatedArrayType array = (AnnotatedArrayType) returned;
        System.out.println(Arrays.toString(array.getAnnotatedGenericComponentType().getAnnotations()) + Arrays.toString(((AnnotatedArrayType) array.getAnnotatedGenericComponentType()).getAnnotatedGenericComponentType().getAnnotations()));
        AnnotatedParameterizedType list = (AnnotatedParameterizedType) annotated.getAnnotatedParameterTypes()[0];
        AnnotatedWildcardType wildcard = (AnnotatedWildcardType) list.getAnnotatedActualTypeArguments()[0];
        System.out.println(Arrays.toString(list.getAnnotations()) + Arrays.toString(wildcard.getAnnotations()) + Arrays.toString(wildcard.getAnnotatedUpperBounds()[0].getAnnotations()) + Arrays.toString(annotated.getAnnotatedExceptionTypes()[0].getAnnotations()) + Arrays.toString(Fn.class.getTypeParameters()[0].getAnnotations()));

        for (RecordComponent c : Point.class.getRecordComponents())
            System.out.println(c + " " + Arrays.toString(c.getAnnotations()) + Arrays.toString(c.getAccessor().getAnnotations()) + Arrays.toString(Point.class.getDeclaredField(c.getName()).getAnnotations()) + Arrays.deepToString(Point.class.getDeclaredConstructors()[0].getParameterAnnotations()));
        System.out.println(Every.class.isAnnotation() + " " + Every.class.getMethod("ints").getDefaultValue().getClass().getSimpleName() + " " + Nested.class.getMethod("value").getDefaultValue() + " " + Fn.class.isAnnotationPresent(FunctionalInterface.class) + " " + Arrays.toString(Tag.class.getAnnotations()) + " " + Nested.class.getInterfaces()[0]);
    }
}
