// scan: candidates=int[]
// races: int[]
// Two threads write to one array, one at a constant index and one at an index that is computed and equal.
// Racy: both write the first element.
// Twin: AliasingIndices.java
public class AliasingSameIndex {
    static final int[] SLOTS = new int[2];

    public static void main(String[] args) {
        new Thread(() -> SLOTS[0]++).start();
        int slot = args.length;
        SLOTS[slot]++;
    }
}
