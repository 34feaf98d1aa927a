// check: verdict=violated kind=data-race variable=java.util.ArrayList.*|java.util.AbstractList.modCount|java.lang.Object[][0] conflict=write-write|write-read|read-write
// Two threads add to the same ArrayList, which has room for both.
// Racy: it takes no lock, so that nothing orders the accesses of its size, its count of changes and its first place.
// Twin: ListSynchronized.java
import java.util.ArrayList;
import java.util.List;

public class ListUnguarded {
    static final List<String> LIST = new ArrayList<>(4);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LIST.add("other"));
        other.start();
        LIST.add("main");
        other.join();
        assert !LIST.isEmpty();
    }
}
