// check: verdict=unsupported max=17
// Main starts a thread that asks for a file, and writes to that file before it has come to anything that others notice.
// Unsupported: the thread may have asked before, but files stand still once there is a choice.
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

public class ChangesFileBesideReader {
    static final String NAME = "changed-beside-reader";

    public static void main(String[] args) throws IOException {
        RandomAccessFile file = new RandomAccessFile(NAME, "rw");
        new Thread(() -> {
            assert new File(NAME).length() == 1;
        }).start();
        file.write(1);
    }
}
