// check: verdict=race-free
// Two threads add to the same ArrayList by way of Collections.synchronizedList.
// Race-free: its methods lock the wrapper.
// Twin: ListUnguarded.java
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListSynchronized {
    static final List<String> LIST = Collections.synchronizedList(new ArrayList<>(4));

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LIST.add("other"));
        other.start();
        LIST.add("main");
        other.join();
        assert !LIST.isEmpty();
    }
}
