// scan: candidates=none
// races: none
// Two threads read what the initialiser of a class wrote to its variables.
// Proved by ordered: whoever uses a class comes after its initialiser, and nobody else writes the variables.
// Twin: InitialiserOfOther.java
public class InitialiserOwn {
    static final class Settings {
        static int size;

        static {
            size = 1;
            size++;
        }
    }

    static void read() {
        assert Settings.size == 2;
    }

    public static void main(String[] args) {
        new Thread(InitialiserOwn::read).start();
        read();
    }
}
