// check: verdict=violated kind=data-race variable=char[][0] conflict=write-read|read-write
// One thread changes an array of letters while main prints it.
// Racy: printing reads the letters, and nothing orders that and the change.
// Twin: LettersPrintedAfterJoin.java
public class LettersPrinted {
    static final char[] letters = {'a', 'b'};

    public static void main(String[] args) {
        new Thread(() -> letters[0] = 'c').start();
        System.out.println(letters);
    }
}
