// What files in memory have no answer for: each must be unsupported by its name, and leave the host alone.
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class NotInMemory {
    public static void main(String[] arguments) throws Exception {
        Path old = Path.of("old.txt");
        switch (arguments[0]) {
            case "hard link" -> Files.createLink(Path.of("other.txt"), old);
            case "renaming" -> Files.move(Path.of("folder"), Path.of("elsewhere"));
            case "owner" -> Files.setOwner(old, Files.getOwner(old));
            case "attributes" -> Files.setLastModifiedTime(Path.of("folder"), Files.getLastModifiedTime(old));
            default -> new FileOutputStream("/dev/zero").write(1);
        }
    }
}
