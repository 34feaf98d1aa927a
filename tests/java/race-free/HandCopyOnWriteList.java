// check: verdict=race-free
// A thread writes a plain field and adds to a CopyOnWriteArrayList; main looks once, and reads the field if it is not empty; it writes first.
// Race-free: what comes before add comes before what follows a look that sees it.
// Twin: HandCopyOnWriteListLate.java
import java.util.concurrent.CopyOnWriteArrayList;

public class HandCopyOnWriteList {
    static int value;

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        new Thread(() -> {
            value = 1;
            list.add(1);
        }).start();
        if (!list.isEmpty()) {
            int seen = value;
        }
    }
}
