// check: verdict=unsupported
// A thread compresses while another counts.
// Unsupported: what a Deflater has under way is no part of a state and cannot be undone.
import java.util.zip.Deflater;

public class CompressesInThread {
    static volatile int count;

    public static void main(String[] args) {
        new Thread(() -> {
            count = 1;
            Deflater deflater = new Deflater();
            deflater.setInput(new byte[100]);
            deflater.finish();
            count = deflater.deflate(new byte[100]);
        }).start();
        count = 2;
    }
}
