// scan: candidates=none
// races: none
// One thread opens a gate, and another waits for it in the gate's monitor.
// Proved by the local lock: wait gives the monitor up, but has it again when it returns.
// Twin: LocalWaitLeft.java
public class LocalWait {
    static final class Gate {
        private boolean open;

        synchronized void open() {
            open = true;
            notifyAll();
        }

        synchronized void pass() {
            while (!open) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            open = false;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Gate gate = new Gate();
            new Thread(gate::open).start();
            new Thread(gate::pass).start();
        }
    }
}
