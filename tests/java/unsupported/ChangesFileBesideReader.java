// check: verdict=unsupported
// Main starts a thread that asks for a file, and makes that file before it has come to anything that others notice.
// Unsupported: the thread may have asked before, but files stand still once there is a choice.
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

public class ChangesFileBesideReader {
    public static void main(String[] args) throws IOException {
        new Thread(() -> {
            assert new File("made-beside-reader").exists();
        }).start();
        new FileOutputStream("made-beside-reader").close();
    }
}
