// scan: candidates=none
// races: none
// Two threads nap and write a shared variable where they are interrupted; main interrupts a third, which does not.
// Proved by reachable: no receiver of interrupt may be a thread that naps.
// Twin: InterruptBySomebody.java
public class InterruptOfOther {
    static boolean failed;

    static void nap() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            failed = true;
        }
    }

    static void doze() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            return;
        }
    }

    public static void main(String[] args) {
        new Thread(InterruptOfOther::nap).start();
        new Thread(InterruptOfOther::nap).start();
        Thread third = new Thread(InterruptOfOther::doze);
        third.start();
        third.interrupt();
    }
}
