// check: verdict=violated kind=data-race variable=HandCopyOnWriteListLate.value
// A thread writes a plain field and adds to a CopyOnWriteArrayList; main looks once, and reads the field if it is not empty; it adds first.
// Race: the write comes after add.
// Twin: HandCopyOnWriteList.java
import java.util.concurrent.CopyOnWriteArrayList;

public class HandCopyOnWriteListLate {
    static int value;

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        new Thread(() -> {
            list.add(1);
            value = 1;
        }).start();
        if (!list.isEmpty()) {
            int seen = value;
        }
    }
}
