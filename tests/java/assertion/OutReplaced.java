// check: verdict=violated kind=assertion every=true
// Where output goes is replaced while another looks where it goes.
// Schedule: the other sets it first.
public class OutReplaced {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.setOut(null));
        other.start();
        Object seen = System.out;
        other.join();
        assert seen != null;
    }
}
