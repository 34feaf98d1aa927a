// check: verdict=violated kind=deadlock options=choose
// Each of two threads chooses which of two monitors it takes first.
// Schedule: they choose differently, and each takes its first. With equal choices nothing is wrong.
import raceproof.Choose;

public class ChooseOrder {
    static final Object A = new Object();
    static final Object B = new Object();

    static void both() {
        boolean swap = Choose.bool();
        synchronized (swap ? B : A) {
            synchronized (swap ? A : B) {
                assert Thread.holdsLock(A) && Thread.holdsLock(B);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(ChooseOrder::both).start();
        both();
    }
}
