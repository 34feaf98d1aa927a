// scan: candidates=int[]
// races: none
// Each thread writes the element of a shared array whose index is the thread's number.
// Race-free, as the numbers differ. A candidate all the same: indices are told apart only if they are constants.
// Twin: AliasingIndices.java
public class AliasingOwnIndex {
    static final int[] SLOTS = new int[2];

    public static void main(String[] args) {
        for (int i = 0; i < SLOTS.length; i++) {
            int number = i;
            new Thread(() -> SLOTS[number]++).start();
        }
    }
}
