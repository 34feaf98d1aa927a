// everyday-buggy: kind=data-race|uncaught-exception variable=java.util.AbstractList.modCount|java.util.ArrayList.size
// A synchronized list is iterated without its lock: main races with the second guest, if it asks between the first and that.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListIteratedUnlocked {
    static final List<String> GUESTS = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws InterruptedException {
        Thread door = new Thread(() -> {
            GUESTS.add("Ann");
            GUESTS.add("Bob");
        });
        door.start();
        int letters = 0;
        if (!GUESTS.isEmpty()) {
            for (String guest : GUESTS) {
                letters += guest.length();
            }
        }
        door.join();
        assert letters % 3 == 0;
    }
}
