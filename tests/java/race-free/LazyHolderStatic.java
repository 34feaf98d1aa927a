// check: verdict=race-free
// Two threads get an array that the initialiser of a holder class creates.
// Race-free: the end of the initialisation comes before every use of the class by the other thread.
// Twin: LazyPlainStatic.java
public class LazyHolderStatic {
    static final class Holder {
        static int[] instance = new int[] {5};
    }

    static int[] get() {
        return Holder.instance;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert get()[0] == 5;
        }).start();
        assert get()[0] == 5;
    }
}
