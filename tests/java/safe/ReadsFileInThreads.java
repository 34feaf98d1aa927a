// check: verdict=passed
// Two threads ask for files and folders of the host, and read them by streams, channels and at random, each for itself.
// Passed: what a file holds is taken once, and is no business of the other.
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

public class ReadsFileInThreads {
    static volatile int seen;

    static void read() {
        try {
            byte[] all = Files.readAllBytes(Path.of("/etc/passwd"));
            assert new File("/etc/passwd").length() == all.length && Files.size(Path.of("/etc/passwd")) == all.length;
            try (RandomAccessFile file = new RandomAccessFile("/etc/passwd", "r")) {
                file.seek(4);
                assert file.read() == all[4];
            }
            seen++;
            try (FileInputStream in = new FileInputStream("/etc/passwd")) {
                assert in.read() == all[0] && in.readAllBytes().length == all.length - 1;
            }
            assert new File("/etc").isDirectory() && new File("/etc").list().length > 1 && !new File("/etc/none").exists();
            int names = 0;
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(Path.of("/etc"))) {
                for (Path ignored : stream) {
                    names++;
                }
            }
            assert names == new File("/etc").list().length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void miss() {
        try (FileInputStream in = new FileInputStream("/etc")) {
            throw new AssertionError(in);
        } catch (FileNotFoundException e) {
            assert e.getMessage().equals("/etc (Is a directory)") : e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Files.readAllBytes(Path.of("/etc/none"));
            throw new AssertionError();
        } catch (NoSuchFileException e) {
            seen++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReadsFileInThreads::miss);
        other.start();
        read();
        other.join();
    }
}
