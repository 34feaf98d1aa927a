// check: verdict=race-free
// Two threads change an array that a ThreadLocal gives them; its supplier makes a new array each time.
// Race-free: nobody else has a thread's array.
// Twin: ThreadLocalSameArray.java
public class ThreadLocalOwnArray {
    static final int[] FIRST = new int[1];
    static final ThreadLocal<int[]> BUFFER = ThreadLocal.withInitial(() -> FIRST.clone());

    public static void main(String[] args) {
        new Thread(() -> BUFFER.get()[0]++).start();
        BUFFER.get()[0]++;
    }
}
