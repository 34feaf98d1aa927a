// scan: candidates=none
// races: none
// A loop makes an array for each thread, whose lambda captures it and counts in it.
// Proved by thread-local: the lambda is the task, and what it captures is a field of it.
// Twin: TaskCapturedShared.java
public class TaskCaptured {
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            int[] cell = new int[1];
            new Thread(() -> cell[0]++).start();
        }
    }
}
