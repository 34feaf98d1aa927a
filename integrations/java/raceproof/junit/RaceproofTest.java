package raceproof.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import raceproof.host.Incomplete;

/**
 * A test of which every schedule is explored, in place of one execution: it passes if none has a data race, a deadlock,
 * a failed assertion or an exception that nobody catches. {@code raceproof check --test} does that in a process of its
 * own; the system property {@code raceproof.binary}, the variable {@code RACEPROOF_BIN} or the {@code PATH} say where
 * the program is.
 *
 * <p>Values are those of the options of the same names; an empty one is the option's default. A test that needs what
 * is not modelled is aborted, with the reason.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(RaceproofExtension.class)
public @interface RaceproofTest {
    /** How schedules are searched: {@code auto}, {@code dfs}, {@code dpor} and others. */
    String search() default "";

    /** After so many seconds the search is over; zero for none. */
    int time() default 60;

    /** Which data races are looked for: {@code full}, {@code off} and others. */
    String race() default "";

    /** Classes whose own variables are not checked. */
    String[] trusted() default {};

    /** Only races with an access by these classes count. */
    String[] checked() default {};

    /** Fields ({@code Class.field}) whose races are accepted. */
    String[] benign() default {};

    /** When a timed wait ends: {@code any} moment, or {@code idle}. */
    String timeouts() default "";

    /** What becomes of the test if a limit, such as {@link #time}, ends the search. */
    Incomplete incomplete() default Incomplete.ABORT;
}
