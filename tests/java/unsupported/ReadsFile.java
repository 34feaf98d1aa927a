// check: verdict=unsupported
// Main opens a file before it starts a thread, and reads on in it afterwards.
// Unsupported: where the file stands is no part of a state, so the next schedule would read something else.
import java.io.FileInputStream;
import java.io.IOException;

public class ReadsFile {
    static volatile int seen;

    public static void main(String[] args) throws IOException {
        try (FileInputStream in = new FileInputStream("/proc/self/cmdline")) {
            int first = in.read();
            new Thread(() -> seen = 1).start();
            seen = 2;
            assert in.read() != -1 && first != 0;
        }
    }
}
