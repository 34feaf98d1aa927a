package raceproof.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Transforms the classes of {@link LibraryTable}, which are loaded already: their methods' bodies change, and nothing else. */
final class LibraryHooks implements ClassFileTransformer {
    private static final Map<String, List<LibraryHook>> MONITORS_ONLY = Map.of();

    private final Instrumentation instrumentation;
    /** By class, by method with its descriptor. */
    private final Map<String, Map<String, List<LibraryHook>>> hooks = new HashMap<>();
    /** From `class.field` to the action. */
    private final Map<String, String> fields = new HashMap<>();
    private final TreeSet<String> failed = new TreeSet<>();

    LibraryHooks(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        addRows(LibraryTable.ROWS);
        addRows(LibraryCollections.ROWS);
        for (String name : LibraryTable.BODIES) {
            hooks.computeIfAbsent(name, new_ -> new HashMap<>());
        }
        for (String name : LibraryCollections.WHOLE) {
            hooks.computeIfAbsent(name, new_ -> new HashMap<>());
        }
        for (String name : LibraryCollections.ITERATORS) {
            hooks.computeIfAbsent(name, new_ -> new HashMap<>());
        }
        for (String[] field : LibraryTable.FIELDS) {
            fields.put(field[0], field[1]);
        }
        for (String name : LibraryTable.MONITORS) {
            hooks.put(name, MONITORS_ONLY);
        }
    }

    private void addRows(String[][] rows) {
        for (String[] row : rows) {
            for (String method : row[1].split(" ")) {
                for (int at = 2; at < row.length; at++) {
                    add(row[0], method, row[at]);
                }
            }
        }
    }

    private void add(String owner, String method, String hook) {
        String full = method.replaceAll("(?<=[(JIZO\\[)])O", "Ljava/lang/Object;").replaceAll("(?<=[(JI;])T", "Ljava/util/concurrent/TimeUnit;");
        hooks.computeIfAbsent(owner, new_ -> new HashMap<>()).computeIfAbsent(full, new_ -> new ArrayList<>())
            .add(LibraryHook.parse(hook));
    }

    /** Classes that fail, for the end of the trace. */
    TreeSet<String> install() {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : hooks.keySet().stream().sorted().toList()) {
            try {
                classes.add(Class.forName(name.replace('/', '.'), false, null));
            } catch (ClassNotFoundException ofAnotherRelease) {
                continue;
            }
        }
        instrumentation.addTransformer(this, true);
        // All at once: the JVM stops, and drops what it is compiling, for each time that classes change.
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
            return failed;
        } catch (UnmodifiableClassException | LinkageError | InternalError failure) {
            failed.clear();
        }
        for (Class<?> each : classes) {
            try {
                instrumentation.retransformClasses(each);
            } catch (UnmodifiableClassException | LinkageError | InternalError failure) {
                failed.add(each.getName());
            }
        }
        return failed;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader != null || name == null || !hooks.containsKey(name)) {
            return null;
        }
        try {
            ClassReader reader = ClassFiles.reader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            Map<String, List<LibraryHook>> methods = hooks.get(name);
            ClassVisitor visitor = methods == MONITORS_ONLY ? ClassInstrumenter.ofMonitors(writer, reader) : hooked(writer, name, methods);
            reader.accept(visitor, ClassReader.EXPAND_FRAMES);
            return ClassFiles.restore(writer.toByteArray(), bytes);
        } catch (Throwable failure) {
            failed.add(name);
            if (Settings.debug) {
                failure.printStackTrace();
            }
            return null;
        }
    }

    private ClassVisitor hooked(ClassWriter writer, String owner, Map<String, List<LibraryHook>> methods) {
        return new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor to = super.visitMethod(access, name, descriptor, signature, thrown);
                if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                    return to;
                }
                List<LibraryHook> all = new ArrayList<>(methods.getOrDefault(name + descriptor, List.of()));
                if (LibraryCollections.WHOLE.contains(owner)) {
                    all.addAll(LibraryCollections.of(access, name));
                } else if (LibraryCollections.ITERATORS.contains(owner)) {
                    all.addAll(LibraryCollections.ofIterator(owner, name));
                }
                return new LibraryMethod(to, owner, descriptor, all, fields);
            }
        };
    }
}
