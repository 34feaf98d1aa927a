// check: verdict=violated kind=data-race variable=CapturedThenWritten$Cell.value conflict=write-read|read-write
// A lambda captures an object, which is written after that; then the lambda is handed over without order, and called.
// Racy: what a lambda captures is in final fields, but they are frozen when it is made.
// Twin: WrittenThenCaptured.java
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

public class CapturedThenWritten {
    static final class Cell {
        int value;
    }

    static final AtomicReference<IntSupplier> supplier = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Cell cell = new Cell();
            IntSupplier reads = () -> cell.value;
            cell.value = 5;
            supplier.setOpaque(reads);
        }).start();
        IntSupplier found = supplier.getOpaque();
        if (found != null) {
            int read = found.getAsInt();
        }
    }
}
