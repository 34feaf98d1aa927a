import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles one program after the other with the compiler of this virtual machine, which is warm after the first. Each line of
 * standard input is "SOURCE tab FOLDER tab CLASSPATH"; the answer is a line: empty, or javac's messages with their ends of lines as
 * vertical tabs.
 */
public class CompileServer {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
            String[] job = line.split("\t", -1);
            answers.println(compile(compiler, Path.of(job[0]), job[1], job[2]).replaceAll("\\R", "\u000B"));
        }
    }

    private static String compile(JavaCompiler compiler, Path source, String folder, String classPath) throws Exception {
        Files.createDirectories(Path.of(folder));
        StringWriter messages = new StringWriter();
        List<String> options = List.of("-d", folder, "-cp", classPath, "-encoding", "UTF-8", "-proc:none");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(new PrintWriter(messages), files, null, options, null,
                    files.getJavaFileObjects(source)).call();
            return compiled ? "" : "does not compile\n" + messages;
        }
    }
}
