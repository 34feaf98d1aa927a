package raceproof.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Becomes the JVM's own annotation of that name when the jar is built: it obeys that in classes of the bootstrap loader. A hook is
 * called from every access of the program; without this the compiler would spend its time on copies of what is rarely reached.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface DontInline {}
