package raceproof.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.jar.JarFile;

/**
 * Where the JVM begins: `-javaagent:raceproof-agent.jar=OPTIONS`.
 *
 * Puts the jar where every class loader finds it. All else is loaded from there, so nothing here may use it earlier.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String options, Instrumentation instrumentation) throws IOException, URISyntaxException {
        File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        Recorder.start(options, instrumentation);
    }
}
