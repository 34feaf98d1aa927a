// check: verdict=race-free every=true jdks=all
// The first text that is formatted loads what is known of the locale: a matter of the class library's own, whoever comes first.
public class FormattedByTwo {
    public static void main(String[] arguments) throws InterruptedException {
        String[] texts = new String[2];
        Thread other = new Thread(() -> texts[0] = String.format("%03d %s", 7, "x"));
        other.start();
        texts[1] = String.format("%,d", 1000);
        other.join();
        assert texts[0].equals("007 x") && texts[1].equals("1,000");
    }
}
