// check: verdict=race-free
// One thread changes an array of letters; main prints it when that thread has ended.
// Race-free: the thread's end happens before the return of join.
// Twin: LettersPrinted.java
public class LettersPrintedAfterJoin {
    static final char[] letters = {'a', 'b'};

    public static void main(String[] args) throws InterruptedException {
        Thread changes = new Thread(() -> letters[0] = 'c');
        changes.start();
        changes.join();
        System.out.println(letters);
    }
}
