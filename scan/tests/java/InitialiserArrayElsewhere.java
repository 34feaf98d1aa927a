// scan: candidates=int[]
// races: int[]
// The initialiser of one class fills an array that only another class's field holds.
public class InitialiserArrayElsewhere {
    static class Holder {
        static final int[] squares = new int[10];
    }

    static class Table {
        static final int size = Holder.squares.length;
        static {
            for (int i = 0; i < size; i++) {
                Holder.squares[i] = i * i;
            }
        }
        static int size() {
            return size;
        }
    }

    public static void main(String[] none) {
        new Thread(() -> System.out.println(Table.size())).start();
        System.out.println(Holder.squares[1]);
    }
}
