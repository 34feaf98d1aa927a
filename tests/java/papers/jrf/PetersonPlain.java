// check: verdict=violated kind=data-race variable=PetersonPlain.flag0|PetersonPlain.flag1|PetersonPlain.turn conflict=write-write|write-read|read-write
// Figure 3: one iteration of Peterson's lock, with plain fields; Figure 10's Peterson has volatile ones.
// Racy: the threads have no synchronization but these fields. Both write turn, and each reads the flag of the other. shared,
// guarded by the lock, would race next.
public class PetersonPlain {
    static int flag0;
    static int flag1;
    static int turn;
    static int shared;

    static void first() {
        flag0 = 1;
        turn = 1;
        while (flag1 == 1 && turn == 1) {
            Thread.onSpinWait();
        }
        shared++;
        flag0 = 0;
    }

    static void second() {
        flag1 = 1;
        turn = 0;
        while (flag0 == 1 && turn == 0) {
            Thread.onSpinWait();
        }
        shared++;
        flag1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(PetersonPlain::first);
        Thread two = new Thread(PetersonPlain::second);
        one.start();
        two.start();
        one.join();
        two.join();
        assert shared == 2;
    }
}
