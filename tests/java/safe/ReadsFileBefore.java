// check: verdict=passed
// Main reads a file before it starts a thread; both use what was read.
// Passed: a file read before the first choice is part of the program's input.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadsFileBefore {
    public static void main(String[] args) throws IOException, InterruptedException {
        byte[] bytes = Files.readAllBytes(Path.of("/proc/version"));
        Thread other = new Thread(() -> {
            assert bytes.length > 0;
        });
        other.start();
        assert bytes[0] == 'L';
        other.join();
    }
}
