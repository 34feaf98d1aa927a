// check: verdict=violated kind=data-race variable=char[][1]
// An array that the class library has made is the program's, who holds it: one thread writes to it while the library reads it
// for another.
public class LettersShared {
    public static void main(String[] args) throws InterruptedException {
        char[] letters = "xyz".toCharArray();
        Thread writer = new Thread(() -> letters[1] = 'k');
        writer.start();
        String text = new String(letters);
        writer.join();
        if (text.length() != 3) {
            throw new AssertionError(text);
        }
    }
}
