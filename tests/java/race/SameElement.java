// check: verdict=violated kind=data-race variable=byte[][0] conflict=write-write
// Two threads write the same element of an array.
// Racy: neither write comes before the other. Only the last look, after join, is ordered.
// Twin: NeighbouringElements.java
public class SameElement {
    static final byte[] CELLS = new byte[2];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> CELLS[0] = 1);
        other.start();
        CELLS[0] = 2;
        other.join();
        assert CELLS[0] > 0;
    }
}
