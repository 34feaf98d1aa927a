// check: verdict=violated kind=data-race variable=HundredthRound.data cut=random
// A loop that goes on until it is told to stop, and each of whose rounds makes a new state, does something else in its hundredth: rounds
// that are not all alike are not left out for fairness.
public class HundredthRound {
    static volatile boolean stop;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            for (int round = 1; !stop; round++) {
                if (round == 100) {
                    data = 1;
                }
            }
        });
        worker.start();
        Thread.sleep(1);
        data = 2;
        stop = true;
        worker.join();
    }
}
