// check: verdict=violated kind=data-race variable=java.io.ByteArrayOutputStream.count every=true
// A subclass counts in a field that it inherits from a class of the class library, without its lock.
// Race: two threads read and write the field, and nothing orders them.
import java.io.ByteArrayOutputStream;

public class InheritedCount {
    static final class Counts extends ByteArrayOutputStream {
        void one() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counts counts = new Counts();
        Thread other = new Thread(counts::one);
        other.start();
        counts.one();
        other.join();
    }
}
