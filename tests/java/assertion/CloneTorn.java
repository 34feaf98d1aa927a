// check: verdict=violated kind=assertion
// An object with two volatile fields is cloned while both are written.
// Schedule: the first field is copied before it is written, the second one after it was.
// No data race: the fields are volatile.
public class CloneTorn implements Cloneable {
    volatile int first;
    volatile int second;

    public static void main(String[] args) throws CloneNotSupportedException {
        CloneTorn pair = new CloneTorn();
        new Thread(() -> {
            pair.first = 1;
            pair.second = 1;
        }).start();
        CloneTorn copy = (CloneTorn) pair.clone();
        assert copy.first == copy.second || copy.first == 1;
    }
}
