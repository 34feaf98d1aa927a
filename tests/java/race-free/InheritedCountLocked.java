// check: verdict=race-free every=true
// A subclass counts in a field that it inherits from a class of the class library, with the lock that its methods take.
// Race-free: the field is guarded by the stream's monitor, by the subclass and by the class.
import java.io.ByteArrayOutputStream;

public class InheritedCountLocked {
    static final class Counts extends ByteArrayOutputStream {
        synchronized void one() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counts counts = new Counts();
        Thread other = new Thread(() -> {
            counts.one();
            counts.write(1);
        });
        other.start();
        counts.one();
        counts.write(2);
        other.join();
        assert counts.size() == 4;
    }
}
