// check: verdict=race-free weak=true
// A thread writes an array in a constructor, to a final field of which it belongs, and hands the object over without order.
// Race-free: whoever reads the final field sees what was done before the constructor ended (JLS 17.5).
// Twin: FrozenThenWritten.java
import java.util.concurrent.atomic.AtomicReference;

public class FrozenAfterWriting {
    static final class Holder {
        final int[] values = new int[1];

        Holder() {
            values[0] = 5;
        }
    }

    static final AtomicReference<Holder> holder = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Holder made = new Holder();
            holder.setOpaque(made);
        }).start();
        Holder found = holder.getOpaque();
        if (found != null) {
            int read = found.values[0];
        }
    }
}
