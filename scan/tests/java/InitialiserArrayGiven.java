// scan: candidates=int[]
// races: int[]
// An initialiser starts a thread that has the array already: it reads no field.
public class InitialiserArrayGiven {
    static class Table {
        static final int[] squares = new int[10];
        static {
            int[] own = squares;
            new Thread() {
                @Override
                public void run() {
                    System.out.println(own[3]);
                }
            }.start();
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
        }
    }

    public static void main(String[] none) {
        System.out.println(Table.squares[1]);
    }
}
