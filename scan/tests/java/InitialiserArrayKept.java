// scan: candidates=InitialiserArrayKept$Other.squares,int[]
// races: InitialiserArrayKept$Other.squares|int[]
// The array that an initialiser fills is held by a field of another class, too: who reads that waits for nobody.
public class InitialiserArrayKept {
    static class Other {
        static int[] squares;
    }

    static class Table {
        static final int[] squares = new int[10];
        static {
            Other.squares = squares;
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
        }
    }

    public static void main(String[] none) {
        new Thread(() -> System.out.println(Table.squares[1])).start();
        new Thread(() -> {
            int[] seen = Other.squares;
            if (seen != null) {
                System.out.println(seen[2]);
            }
        }).start();
    }
}
