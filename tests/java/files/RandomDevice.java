// What a device of random bytes gives is the same each time, before there is a choice between threads and behind that.
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;

public class RandomDevice {
    static int read(String device) throws IOException {
        try (DataInputStream in = new DataInputStream(new FileInputStream(device))) {
            return in.readInt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        int before = read("/dev/urandom");
        int[] inside = new int[2];
        Thread thread = new Thread(() -> {
            try {
                inside[0] = read("/dev/random");
                inside[1] = read("/dev/urandom");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        thread.join();
        assert before == inside[0] && before == inside[1];
        System.out.println(before);
    }
}
