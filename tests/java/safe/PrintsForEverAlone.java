// check: verdict=passed
// The last thread prints for ever, which is work, too.
public class PrintsForEverAlone {
    public static void main(String[] args) {
        new Thread(() -> {}).start();
        while (true) {
            System.out.println("tick");
        }
    }
}
