package raceproof.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import raceproof.host.Answer;
import raceproof.host.Binary;
import raceproof.host.Check;
import raceproof.host.Incomplete;
import raceproof.host.Unusable;

/**
 * Has a test checked by the executable instead of calling it. What JUnit calls around the test is called here, too, once
 * and around nothing; the executable calls it around every execution.
 */
final class RaceproofExtension implements InvocationInterceptor {
    private static final String TRACES = "raceproof.traces";

    @Override
    public void interceptTestMethod(
        Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
        throws Throwable {
        Method method = called.getExecutable();
        RaceproofTest wanted = AnnotationSupport.findAnnotation(method, RaceproofTest.class).orElse(null);
        if (wanted == null) {
            // Of another test of a class that has the extension as a whole.
            invocation.proceed();
            return;
        }
        invocation.skip();
        String name = context.getRequiredTestClass().getName() + "#" + method.getName();
        try {
            judge(name, check(name, wanted).run(System.err::println), wanted.incomplete());
        } catch (Unusable failed) {
            throw at(name, new AssertionFailedError(failed.getMessage()));
        }
    }

    private static Check check(String name, RaceproofTest wanted) throws Unusable, IOException {
        return new Check(Binary.find(System.getProperty(Binary.PROPERTY)), name)
            .classPath(System.getProperty("java.class.path"))
            .set("search", wanted.search())
            .time(wanted.time())
            .set("race", wanted.race())
            .each("trusted", wanted.trusted())
            .each("checked", wanted.checked())
            .each("benign", wanted.benign())
            .set("timeouts", wanted.timeouts())
            .trace(traces().resolve(name.replace('#', '.') + ".trace"));
    }

    private static void judge(String name, Answer answer, Incomplete incomplete) {
        switch (answer.verdict()) {
            case FINE -> { }
            case FOUND, WRONG -> throw at(name, new AssertionFailedError(answer.text()));
            case UNSUPPORTED -> throw at(name, new TestAbortedException(answer.text()));
            case INCOMPLETE -> {
                switch (incomplete) {
                    case ABORT -> throw at(name, new TestAbortedException(answer.text()));
                    case FAIL -> throw at(name, new AssertionFailedError(answer.text()));
                    case PASS -> System.err.println(answer.text());
                }
            }
        }
    }

    /** Below the folder of what is built, if there is one. */
    private static Path traces() {
        String given = System.getProperty(TRACES);
        if (given != null && !given.isEmpty()) {
            return Path.of(given);
        }
        for (String folder : List.of("target", "build")) {
            if (Files.isDirectory(Path.of(folder))) {
                return Path.of(folder, "raceproof");
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "raceproof");
    }

    /** Where it is thrown is no matter to whoever wrote the test. */
    private static <T extends Throwable> T at(String name, T thrown) {
        String[] parts = name.split("#");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement(parts[0], parts[1], null, -1)});
        return thrown;
    }
}
