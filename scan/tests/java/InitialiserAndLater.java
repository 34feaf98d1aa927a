// scan: candidates=InitialiserAndLater$Settings.size
// races: InitialiserAndLater$Settings.size
// A variable is written by the initialiser of its class and by a method later on, while another thread reads it.
// Racy: the initialiser comes before both, but nothing orders the later write and the read.
// Twin: InitialiserOwn.java
public class InitialiserAndLater {
    static final class Settings {
        static int size;

        static {
            size = 1;
        }

        static void grow() {
            size++;
        }
    }

    public static void main(String[] args) {
        new Thread(Settings::grow).start();
        assert Settings.size > 0;
    }
}
