import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the lines of its input, `class` or `class#method`, the method by its name or
 * with its descriptor, with `*` for any characters, that name
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
        Class<?> type = Class.forName(name, false, null);
        return method.equals("<init>") && type.getDeclaredConstructors().length > 0
                || Stream.of(type.getDeclaredMethods()).anyMatch(declared -> method.equals(declared.getName())
                        || method.equals(declared.getName() + descriptor(declared)));
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
    }
}
