// check: verdict=violated kind=data-race variable=PetersonTurnPlain.turn conflict=write-write|write-read|read-write
// Peterson's lock for two threads with volatile flags and a plain turn.
// Racy: both threads write the turn before they have read anything that the other wrote.
// The counter is not: who enters second has seen the other's flag go down.
// Twin: PetersonTurnVolatile.java
public class PetersonTurnPlain {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static int turn;
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
