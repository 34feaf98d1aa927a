// scan: candidates=int[],CloneHandedBare.values
// races: int[],CloneHandedBare.values
// A copy is made known by a plain field: what copying has written races, too.
public class CloneHandedBare {
    static int[] values = {1};

    public static void main(String[] args) {
        new Thread(() -> values = values.clone()).start();
        System.out.println(values[0]);
    }
}
