import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Copies classes into a folder, with ASM's package renamed to one of ours: a program under the agent may bring an ASM of its own.
 * Arguments: the folder to write to, then jars (of which only ASM's classes are taken) and folders of class files.
 */
public final class Shade {
    private static final String THEIRS = "org/objectweb/asm/";
    private static final String OURS = "raceproof/agent/asm/";

    private static final Remapper RENAMED = new Remapper() {
        @Override
        public String map(String name) {
            if (name.equals("raceproof/agent/DontInline")) {
                return "jdk/internal/vm/annotation/DontInline";
            }
            return name.startsWith(THEIRS) ? OURS + name.substring(THEIRS.length()) : name;
        }
    };

    public static void main(String[] arguments) throws IOException {
        Path to = Path.of(arguments[0]);
        for (String from : List.of(arguments).subList(1, arguments.length)) {
            if (from.endsWith(".jar")) {
                copyJar(from, to);
            } else {
                copyFolder(Path.of(from), to);
            }
        }
    }

    private static void copyJar(String from, Path to) throws IOException {
        try (JarFile jar = new JarFile(from)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().startsWith(THEIRS) && entry.getName().endsWith(".class")) {
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        write(bytes.readAllBytes(), to);
                    }
                }
            }
        }
    }

    private static void copyFolder(Path from, Path to) throws IOException {
        List<Path> files;
        try (var all = Files.walk(from)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            write(Files.readAllBytes(file), to);
        }
    }

    private static void write(byte[] original, Path to) throws IOException {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(0);
        if (reader.getClassName().equals("raceproof/agent/DontInline")) {
            return;
        }
        reader.accept(new ClassRemapper(writer, RENAMED), 0);
        Path file = to.resolve(RENAMED.map(reader.getClassName()) + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
    }
}
