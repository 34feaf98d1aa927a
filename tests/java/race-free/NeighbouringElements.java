// check: verdict=race-free
// Two threads write neighbouring elements of a byte array.
// Race-free: each element is a variable of its own, even where a machine word holds both.
// Twin: SameElement.java
public class NeighbouringElements {
    static final byte[] CELLS = new byte[2];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> CELLS[0] = 1);
        other.start();
        CELLS[1] = 2;
        other.join();
        assert CELLS[0] > 0;
    }
}
