// scan: candidates=RequiredNonNull$Cell.value
// races: RequiredNonNull$Cell.value
import java.util.Objects;

/** What `Objects.requireNonNull` gives is what it was given, and nothing that others gave it. */
public class RequiredNonNull {
    static class Cell {
        int value;
    }

    static class Own {
        int value;
    }

    static Cell shared = new Cell();

    public static void main(String[] args) {
        Cell kept = Objects.requireNonNull(shared);
        Object local = Objects.requireNonNull(new Own(), "none");
        Thread other = new Thread(() -> {
            Object mine = Objects.requireNonNull(new Own(), "none");
            ((Own) mine).value = 1;
            Objects.requireNonNull(shared, "none").value = 1;
        });
        other.start();
        kept.value = 2;
        ((Own) local).value = 2;
    }
}
