// check: verdict=passed
// Main spins until the other thread is no longer alive.
// Passed: the thread ends by itself; the spin is a cycle of states that the search must recognise.
// No data race: isAlive() == false orders the thread's write before main's read.
public class SpinOnIsAlive {
    static int value;

    public static void main(String[] args) {
        Thread other = new Thread(() -> value = 1);
        other.start();
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
        assert value == 1;
    }
}
