// check: verdict=passed
// A stream that is closed knows of what is printed on it.
public class ClosedBeforePrinting {
    public static void main(String[] args) throws InterruptedException {
        System.out.close();
        Thread prints = new Thread(() -> System.out.println("line"));
        prints.start();
        prints.join();
        assert System.out.checkError();
    }
}
