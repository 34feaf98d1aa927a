// scan: candidates=none
// races: none
// Two threads sleep, and write a shared variable where they are interrupted.
// Proved by reachable: no call of interrupt is reached, so the handler of InterruptedException is dead.
// Twin: InterruptBySomebody.java
public class InterruptByNobody {
    static boolean failed;

    static void nap() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            failed = true;
        }
    }

    public static void main(String[] args) {
        new Thread(InterruptByNobody::nap).start();
        new Thread(InterruptByNobody::nap).start();
    }
}
