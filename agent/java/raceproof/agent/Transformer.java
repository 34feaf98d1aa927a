package raceproof.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/** Transforms the classes of the program. One that fails is left as it is, and named at the end of the trace. */
final class Transformer implements ClassFileTransformer {
    /** Ourselves, and what the Java library makes as the program runs: reflection without verification, proxies that know nobody. */
    private static final String[] NEVER = {"raceproof/agent/", "java/", "jdk/", "sun/", "com/sun/proxy/"};

    private final AtomicInteger transformed = new AtomicInteger();
    private final Set<String> leftAlone = new TreeSet<>();

    private final Instrumentation instrumentation;

    Transformer(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public byte[] transform(
        Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes
    ) {
        if (redefined != null || name == null || loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return null;
        }
        if (!isOurs(name)) {
            if (loader == ClassLoader.getSystemClassLoader() && (name.startsWith("jdk/") || name.startsWith("sun/"))
                && !name.startsWith("jdk/proxy")) {
                // The program's own, by the library's name.
                noteLeftAlone(name);
            }
            return null;
        }
        return privileged(() -> transform(module, loader, name, bytes));
    }

    /** A security manager asks whether all who wait for the class may read what is read for it. */
    @SuppressWarnings("removal")
    private static byte[] privileged(PrivilegedAction<byte[]> action) {
        return AccessController.doPrivileged(action);
    }

    private byte[] transform(Module module, ClassLoader loader, String name, byte[] bytes) {
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        try {
            letReadUs(module);
            byte[] result = transform(new Hierarchy(loader), ClassFiles.reader(bytes), bytes);
            transformed.incrementAndGet();
            if (Names.isPlenty()) {
                TraceFile.writeNames();
            }
            return result;
        } catch (Throwable failure) {
            leave(name, failure);
            return null;
        } finally {
            log.busy = wasBusy;
        }
    }

    /** Classes of a named module find ours only if the module reads the one that we are in. */
    private void letReadUs(Module module) {
        Module ours = Transformer.class.getModule();
        if (module.isNamed() && !module.canRead(ours)) {
            instrumentation.redefineModule(module, Set.of(ours), Map.of(), Map.of(), Set.of(), Map.of());
        }
    }

    /** Whether a class is to be transformed, by its name. */
    static boolean isOurs(String name) {
        for (String prefix : NEVER) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        for (String prefix : Settings.EXCLUDED) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        for (String prefix : Settings.INCLUDED) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return Settings.INCLUDED.isEmpty();
    }

    int transformed() {
        return transformed.get();
    }

    String leftAlone() {
        synchronized (leftAlone) {
            return String.join(" ", leftAlone);
        }
    }

    private byte[] transform(Hierarchy hierarchy, ClassReader reader, byte[] original) {
        Hierarchy.Info info = hierarchy.define(reader);
        Set<String> tooLarge = new HashSet<>();
        for (;;) {
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            ClassVisitor visitor = new ClassInstrumenter(writer, hierarchy, info, tooLarge);
            if (needsSerialVersion(hierarchy, info)) {
                visitor = new SerialVersionUIDAdder(Opcodes.ASM9, visitor) {};
            }
            reader.accept(visitor, ClassReader.EXPAND_FRAMES);
            try {
                return ClassFiles.restore(writer.toByteArray(), original);
            } catch (MethodTooLargeException large) {
                String method = large.getMethodName() + large.getDescriptor();
                if (!tooLarge.add(method)) {
                    throw large;
                }
                leave(info.name + "." + method, large);
            }
        }
    }

    /** The members that are added would change the number by which the class knows its serialised objects. */
    private static boolean needsSerialVersion(Hierarchy hierarchy, Hierarchy.Info info) {
        return !Shape.isHidden && !info.isInterface() && (info.access & Opcodes.ACC_ENUM) == 0 && !hierarchy.cannotBeSerialized(info.name);
    }

    private void noteLeftAlone(String name) {
        synchronized (leftAlone) {
            leftAlone.add(name);
        }
    }

    private void leave(String name, Throwable failure) {
        noteLeftAlone(name);
        if (Settings.debug) {
            System.err.println("raceproof agent: " + name + " is left alone");
            failure.printStackTrace();
        }
    }
}
