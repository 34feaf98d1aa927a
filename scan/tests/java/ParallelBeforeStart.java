// scan: candidates=none
// races: none
// Main counts, and then starts a thread that counts.
// Proved by parallel: no other thread runs when main counts.
// Twin: ParallelAfterStart.java
public class ParallelBeforeStart {
    static int count;

    public static void main(String[] args) {
        Thread other = new Thread(() -> count++);
        count++;
        other.start();
    }
}
