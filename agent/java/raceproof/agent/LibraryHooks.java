package raceproof.agent;

import java.lang.instrument.Instrumentation;

/** The methods of the Java library that tell the recorder what they do. */
final class LibraryHooks {
    LibraryHooks(Instrumentation instrumentation) {}

    void install() {}
}
