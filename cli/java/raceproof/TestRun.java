package raceproof;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one test by itself, step by step as its arguments say, and lets out what fails. {@code raceproof check --test}
 * has read the annotations: here nothing is looked for, so that an explored execution has the test's own steps and
 * hardly any others.
 *
 * <p>Each step is a word, a class and, but for {@code make} and {@code expect}, a method without parameters:
 *
 * <ul>
 * <li>{@code make}: an instance of the class, inside the last one if it is an inner class
 * <li>{@code before-all}, {@code before}, {@code test}: called unless something has failed
 * <li>{@code after}: called if all of {@code before-all} went well, {@code after-all} in any case
 * <li>{@code expect}: the test is to throw an exception of one of these classes
 * </ul>
 */
public final class TestRun {
    /** By these a test says that there is nothing to be tested here. */
    private static final List<String> ABORTS = List.of("org.junit.internal.AssumptionViolatedException",
        "org.opentest4j.TestAbortedException", "org.testng.SkipException");

    private final List<Object> instances = new ArrayList<>();
    private final List<Class<?>> expected = new ArrayList<>();
    /** The first failure. */
    private Throwable failure;
    private boolean isMade = true;

    private TestRun() {
    }

    public static void main(String[] steps) throws Throwable {
        TestRun run = new TestRun();
        for (String step : steps) {
            run.step(step.split(" ", 3));
        }
        if (run.failure != null && !isAbort(run.failure)) {
            throw run.failure;
        }
    }

    private void step(String[] step) {
        boolean fine = failure == null;
        boolean wanted = switch (step[0]) {
            case "after" -> isMade;
            case "after-all" -> true;
            default -> fine;
        };
        if (!wanted) {
            return;
        }
        try {
            Class<?> type = named(step[1]);
            switch (step[0]) {
                case "make" -> instances.add(instance(type));
                case "expect" -> expected.add(type);
                case "test" -> test(type, step[2]);
                default -> call(type, step[2]);
            }
        } catch (Throwable thrown) {
            if (fine) {
                failure = thrown;
                isMade = !step[0].equals("make") && !step[0].equals("before-all");
            } else if (thrown != failure) {
                failure.addSuppressed(thrown);
            }
        }
    }

    /** What an initialiser throws says more than that it has thrown. */
    private static Class<?> named(String name) throws Throwable {
        try {
            return Class.forName(name);
        } catch (ExceptionInInitializerError wrapped) {
            throw wrapped.getCause();
        }
    }

    private void test(Class<?> type, String name) throws Throwable {
        try {
            call(type, name);
        } catch (Throwable thrown) {
            if (isExpected(thrown)) {
                return;
            }
            throw thrown;
        }
        if (!expected.isEmpty()) {
            throw new AssertionError("expected exception: " + expected.get(0).getName());
        }
    }

    private boolean isExpected(Throwable thrown) {
        for (Class<?> type : expected) {
            if (type.isInstance(thrown)) {
                return true;
            }
        }
        return false;
    }

    private Object instance(Class<?> type) throws Throwable {
        Constructor<?> constructor = null;
        Object[] given = {};
        for (Object outer : instances) {
            for (Constructor<?> declared : type.getDeclaredConstructors()) {
                Class<?>[] types = declared.getParameterTypes();
                if (types.length == 1 && types[0] == outer.getClass()) {
                    constructor = declared;
                    given = new Object[] {outer};
                }
            }
        }
        if (constructor == null) {
            constructor = type.getDeclaredConstructor();
        }
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(given);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    /** On the innermost instance that has the method. */
    private void call(Class<?> type, String name) throws Throwable {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        Object on = null;
        for (Object instance : instances) {
            on = type.isInstance(instance) ? instance : on;
        }
        try {
            method.invoke(on);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    private static boolean isAbort(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (ABORTS.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }
}
