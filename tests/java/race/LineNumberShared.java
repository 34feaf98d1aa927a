// check: verdict=violated kind=data-race variable=java.io.LineNumberReader.lineNumber
// Two threads count lines by one reader.
// Schedule: any; the number is read and set without the lock of the reader.
import java.io.LineNumberReader;
import java.io.StringReader;

public class LineNumberShared {
    public static void main(String[] args) throws InterruptedException {
        LineNumberReader lines = new LineNumberReader(new StringReader("a"));
        Thread other = new Thread(() -> lines.setLineNumber(lines.getLineNumber() + 1));
        other.start();
        lines.setLineNumber(lines.getLineNumber() + 1);
        other.join();
    }
}
