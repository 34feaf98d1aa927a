import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the lines of its input, `class` or `class#method` with `*` for any characters, that name
 * something of this JDK. A nested class is one with its outer one.
 */
public class ListedNames {
    public static void main(String[] arguments) throws Exception {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        List<String> classes;
        try (Stream<Path> files = Files.walk(modules)) {
            classes = files.map(file -> modules.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .collect(Collectors.toList());
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("#");
            Pattern wanted = Pattern.compile(Pattern.quote(parts[0]).replace("*", "\\E.*\\Q") + "(\\$.*)?");
            for (String name : classes) {
                if (wanted.matcher(name).matches() && (parts.length == 1 || hasMethod(name, parts[1]))) {
                    System.out.println(line);
                    break;
                }
            }
        }
    }

    private static boolean hasMethod(String name, String method) throws Exception {
        return Stream.of(Class.forName(name, false, null).getDeclaredMethods())
                .anyMatch(declared -> declared.getName().equals(method));
    }
}
