// check: verdict=race-free
// Peterson's lock for two threads with volatile flags and a volatile turn.
// Race-free: the counter is the only plain variable, and who enters second has seen the other's flag go down.
// Twin: PetersonTurnPlain.java
public class PetersonTurnVolatile {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            count++;
            wants1 = false;
        }).start();
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) {
            Thread.onSpinWait();
        }
        count++;
        wants0 = false;
    }
}
