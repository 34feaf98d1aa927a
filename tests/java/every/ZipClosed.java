// check: verdict=violated kind=uncaught-exception
// A thread asks for an entry of a zip file that main closes, perhaps before: how the class library's own loaders use such files makes
// no schedules, but the program's use does.
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

public class ZipClosed {
    public static void main(String[] args) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream("zip-closed"))) {
            out.putNextEntry(new ZipEntry("a"));
        }
        ZipFile zip = new ZipFile("zip-closed");
        new Thread(() -> zip.getEntry("a")).start();
        zip.close();
    }
}
