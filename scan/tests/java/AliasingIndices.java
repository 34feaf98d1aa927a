// scan: candidates=none
// races: none
// Two threads write to one array, each at an index of its own.
// Proved by aliasing: both indices are constants, and differ.
// Twin: AliasingSameIndex.java
public class AliasingIndices {
    static final int[] SLOTS = new int[2];

    public static void main(String[] args) {
        new Thread(() -> SLOTS[0]++).start();
        SLOTS[1]++;
    }
}
