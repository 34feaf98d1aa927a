// check: verdict=violated kind=assertion every=true
// What is printed on a closed stream is an error, of which the stream tells who asks.
public class ClosedBesidePrinting {
    public static void main(String[] args) throws InterruptedException {
        Thread prints = new Thread(() -> System.out.println("line"));
        prints.start();
        System.out.close();
        prints.join();
        assert !System.out.checkError();
    }
}
