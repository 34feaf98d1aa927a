// check: verdict=violated kind=data-race variable=InitialisedHandedOpaque$Cell.value conflict=write-read|read-write
// An object whose field is initialised is handed over by an opaque write, and the field is read.
// Racy: the initialisation is a write of its own, and nothing orders it and the reading.
// Twin: DefaultsHandedOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class InitialisedHandedOpaque {
    static final class Cell {
        int value = 1;
    }

    static final AtomicReference<Cell> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> handed.setOpaque(new Cell())).start();
        Cell found = handed.getOpaque();
        if (found != null) {
            int read = found.value;
        }
    }
}
