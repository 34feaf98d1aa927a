// check: verdict=violated kind=data-race variable=AliveAnswerIgnored.value conflict=write-write|write-read|read-write
// A thread writes a field; main asks once whether the thread is alive and changes the field whatever the answer.
// Racy: the answer that it is still alive orders nothing.
// Twin: AliveAnswerAwaited.java
public class AliveAnswerIgnored {
    static int value;

    public static void main(String[] args) {
        Thread other = new Thread(() -> value = 1);
        other.start();
        if (other.isAlive()) {
            Thread.onSpinWait();
        }
        value++;
        assert value > 0;
    }
}
