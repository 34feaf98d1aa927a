// check: verdict=race-free weak=true
// An object whose field nobody ever writes is handed over by an opaque write, and the field is read.
// Race-free: its default value was written before every access of it (JLS 17.4.4).
// Twin: InitialisedHandedOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class DefaultsHandedOpaque {
    static final class Cell {
        int value;
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
