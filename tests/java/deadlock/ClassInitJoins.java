// check: verdict=violated kind=deadlock
// An initialiser starts a thread that uses the class and waits for that thread.
// Schedule: every schedule ends so: the thread waits for the initialisation, the initialisation for the thread.
public class ClassInitJoins {
    static final class Table {
        static volatile int size;

        static {
            Thread filler = new Thread(() -> size = 1);
            filler.start();
            try {
                filler.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        int size = Table.size;
    }
}
