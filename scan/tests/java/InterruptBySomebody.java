// scan: candidates=InterruptBySomebody.failed
// races: InterruptBySomebody.failed
// Two threads sleep, and write a shared variable where they are interrupted; main interrupts both.
// Racy: both handlers may run, without a lock.
// Twin: InterruptByNobody.java
public class InterruptBySomebody {
    static boolean failed;

    static void nap() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            failed = true;
        }
    }

    public static void main(String[] args) {
        Thread first = new Thread(InterruptBySomebody::nap);
        Thread second = new Thread(InterruptBySomebody::nap);
        first.start();
        second.start();
        first.interrupt();
        second.interrupt();
    }
}
