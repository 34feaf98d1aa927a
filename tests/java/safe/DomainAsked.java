// check: verdict=passed jdks=all
// Two threads ask for the protection domain of a class, which is made when it is asked for first.
// Passed: it is there for both, in every schedule.
public class DomainAsked {
    static volatile int asked;

    static void ask() {
        asked++;
        var domain = DomainAsked.class.getProtectionDomain();
        asked++;
        assert domain.getCodeSource().getLocation().getPath().length() > 0;
        assert domain.hashCode() == DomainAsked.class.getProtectionDomain().hashCode();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> ask());
        other.start();
        ask();
        other.join();
    }
}
