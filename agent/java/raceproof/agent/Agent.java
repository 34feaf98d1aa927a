package raceproof.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.jar.JarFile;

/**
 * Where the JVM begins: `-javaagent:raceproof-agent.jar=OPTIONS`.
 *
 * The jar says itself that it belongs to the boot class path, where every class loader finds it, and where a security manager trusts
 * it. If it has another name, that cannot be, and it is put there here. All else is loaded from there, so nothing here may use it
 * earlier.
 */
public final class Agent {
    private static final int FAILED = 2;

    private Agent() {}

    public static void premain(String options, Instrumentation instrumentation) throws IOException, URISyntaxException {
        if (Agent.class.getClassLoader() != null) {
            File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        }
        try {
            Recorder.start(options, instrumentation);
        } catch (IOException failure) {
            end("cannot record to " + Settings.out + ": " + failure.getMessage());
        } catch (IllegalArgumentException wrongOption) {
            end(wrongOption.getMessage());
        }
    }

    private static void end(String message) {
        System.err.println("raceproof agent: " + message);
        Runtime.getRuntime().halt(FAILED);
    }
}
