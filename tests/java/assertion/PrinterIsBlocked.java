// check: verdict=violated kind=assertion every=true
// Of two that print, one waits for the other, which a third sees.
public class PrinterIsBlocked {
    public static void main(String[] args) {
        Thread one = new Thread(() -> System.out.println("one"));
        Thread other = new Thread(() -> System.out.println("other"));
        one.start();
        other.start();
        assert one.getState() != Thread.State.BLOCKED;
    }
}
