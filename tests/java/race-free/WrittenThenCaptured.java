// check: verdict=race-free weak=true
// A lambda captures an object that was written before; then the lambda is handed over without order, and called.
// Race-free: what a lambda captures is in final fields, frozen when it is made.
// Twin: CapturedThenWritten.java
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

public class WrittenThenCaptured {
    static final class Cell {
        int value;
    }

    static final AtomicReference<IntSupplier> supplier = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Cell cell = new Cell();
            cell.value = 5;
            IntSupplier reads = () -> cell.value;
            supplier.setOpaque(reads);
        }).start();
        IntSupplier found = supplier.getOpaque();
        if (found != null) {
            int read = found.getAsInt();
        }
    }
}
