// check: verdict=race-free
// A thread writes a field; main asks whether the thread is alive until it is not, and then changes the field.
// Race-free: the thread's last action comes before isAlive's answer that it has ended.
// Twin: AliveAnswerIgnored.java
public class AliveAnswerAwaited {
    static int value;

    public static void main(String[] args) {
        Thread other = new Thread(() -> value = 1);
        other.start();
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
        value++;
        assert value > 0;
    }
}
