// check: verdict=violated kind=assertion every=true
// A subclass counts in a field that it inherits without its lock, while the class counts in it with the lock.
// Schedule: the subclass has read the field, then the class writes a byte, whose count is lost.
import java.io.ByteArrayOutputStream;

public class InheritedWhileWritten {
    static final class Counts extends ByteArrayOutputStream {
        void one() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counts counts = new Counts();
        Thread other = new Thread(() -> counts.write(1));
        other.start();
        counts.one();
        other.join();
        assert counts.size() == 2;
    }
}
