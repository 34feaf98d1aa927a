// scan: candidates=int[]
// races: int[]
// An array is made before the loop; the lambdas of all threads capture it and count in it.
// Racy: all write the same element.
// Twin: TaskCaptured.java
public class TaskCapturedShared {
    public static void main(String[] args) {
        int[] cell = new int[1];
        for (int i = 0; i < 2; i++) {
            new Thread(() -> cell[0]++).start();
        }
    }
}
