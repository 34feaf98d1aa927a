// check: verdict=race-free every=true jdks=all
// What one gets who follows the advice "make it volatile" for n++: no race, and a lost update all the same, since reading and
// writing are two steps. So that must not be the advice for it.
public class VolatileIncrement {
    static volatile int n;

    public static void main(String[] arguments) throws Exception {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                n++;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(n);
    }
}
