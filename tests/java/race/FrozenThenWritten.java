// check: verdict=violated kind=data-race variable=int[][0] conflict=write-read|read-write
// An object with a final field is complete, then a thread writes what the field leads to, and hands the object over without order.
// Racy: the final field shows whoever reads it what was done before the constructor ended, not what is done after that.
// Twin: FrozenAfterWriting.java
import java.util.concurrent.atomic.AtomicReference;

public class FrozenThenWritten {
    static final class Holder {
        final int[] values = new int[1];
    }

    static final AtomicReference<Holder> holder = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Holder made = new Holder();
            made.values[0] = 5;
            holder.setOpaque(made);
        }).start();
        Holder found = holder.getOpaque();
        if (found != null) {
            int read = found.values[0];
        }
    }
}
