// scan: candidates=LocalWaitLeft$Gate.open
// races: LocalWaitLeft$Gate.open
// As LocalWait, but the thread that waits looks at the gate before it enters the monitor.
// Racy: the look before holds no lock.
// Twin: LocalWait.java
public class LocalWaitLeft {
    static final class Gate {
        private boolean open;

        synchronized void open() {
            open = true;
            notifyAll();
        }

        void pass() {
            if (open) {
                return;
            }
            synchronized (this) {
                while (!open) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        Gate gate = new Gate();
        new Thread(gate::open).start();
        gate.pass();
    }
}
