// scan: candidates=none
// races: none
// Initialisers fill arrays that nothing holds but their classes' static fields, one by a switch over an enum: whoever reads one waits for
// the initialiser to end.
public class InitialiserArray {
    enum Kind { ONE, TWO }

    static class Table {
        static final int[] squares = new int[10];
        static {
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
        }
    }

    static int of(Kind kind) {
        switch (kind) {
            case ONE: return Table.squares[1];
            default: return Table.squares[2];
        }
    }

    public static void main(String[] none) {
        new Thread(() -> of(Kind.ONE)).start();
        new Thread(() -> of(Kind.TWO)).start();
    }
}
