// check: verdict=passed
// A zip file that main has made and half read is read on while another thread reads it, too, and both take apart a stream in memory.
// Passed: how far an inflater is belongs to the schedule, as a position does.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

public class ReadsZipInThreads {
    static final String NAME = "zip-in-memory";
    static volatile int seen;
    static byte[] packed;

    static void check() {
        try (ZipFile zip = new ZipFile(NAME)) {
            seen = 1;
            byte[] bytes = zip.getInputStream(zip.getEntry("b")).readAllBytes();
            assert bytes.length == 2000 && bytes[1999] == 'b';
            unpack();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void unpack() throws IOException {
        byte[] bytes = new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();
        assert bytes.length == 2000 && bytes[0] == 'c';
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(NAME))) {
            for (String name : new String[] {"a", "b"}) {
                out.putNextEntry(new ZipEntry(name));
                out.write(name.repeat(2000).getBytes());
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("c".repeat(2000).getBytes());
        }
        packed = bytes.toByteArray();
        try (ZipFile zip = new ZipFile(NAME)) {
            InputStream half = zip.getInputStream(zip.getEntry("a"));
            assert half.readNBytes(1000).length == 1000;
            Thread other = new Thread(ReadsZipInThreads::check);
            other.start();
            unpack();
            seen = 2;
            byte[] rest = half.readAllBytes();
            assert rest.length == 1000 && rest[0] == 'a';
            other.join();
        }
    }
}
