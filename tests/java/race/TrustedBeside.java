// check: verdict=violated kind=data-race variable=TrustedBeside.own options=--trusted=TrustedBesideLib every=true conflict=write-write|write-read|read-write
// Beside a variable that is trusted, and races, one that is not. By every search, and told again.
public class TrustedBeside {
    static int own;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            TrustedBesideLib.shared = 1;
            own = 1;
        });
        other.start();
        TrustedBesideLib.shared = 2;
        own++;
        other.join();
    }
}

class TrustedBesideLib {
    static int shared;
}
