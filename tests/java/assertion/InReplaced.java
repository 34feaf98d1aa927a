// check: verdict=violated kind=assertion every=true
// Where input comes from is replaced while another looks where it does.
// Schedule: the other sets it first.
public class InReplaced {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.setIn(null));
        other.start();
        Object seen = System.in;
        other.join();
        assert seen != null;
    }
}
