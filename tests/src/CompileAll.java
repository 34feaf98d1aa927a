import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one virtual machine, each into a folder of its own. The argument is a file of lines
 * "SOURCE tab FOLDER tab LIBRARY", the last of which may be empty. A program that does not compile leaves javac's
 * messages in FOLDER.errors.
 */
public class CompileAll {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] job = line.split("\t", -1);
            compile(compiler, Path.of(job[0]), Path.of(job[1]), job[2]);
        }
    }

    private static void compile(JavaCompiler compiler, Path source, Path folder, String library) throws Exception {
        Path draft = Path.of(folder + "." + ProcessHandle.current().pid() + ".draft");
        Files.createDirectories(draft);
        StringWriter messages = new StringWriter();
        boolean compiled;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            String classPath = library.isEmpty() ? draft.toString() : draft + File.pathSeparator + library;
            List<String> options = List.of("-d", draft.toString(), "-cp", classPath,
                    "-encoding", "UTF-8", "-proc:none");
            compiled = compiler.getTask(new PrintWriter(messages), files, null, options, null,
                    files.getJavaFileObjects(source)).call();
        }
        if (!compiled) {
            Files.writeString(Path.of(folder + ".errors"), messages.toString());
        } else if (!Files.exists(folder)) {
            Files.move(draft, folder);
        }
    }
}
