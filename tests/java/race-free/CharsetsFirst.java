// check: verdict=race-free jdks=all
// Two threads ask for a charset, whose names the class library keeps in arrays of arrays. Race-free: they are its own.

import java.nio.charset.Charset;

public class CharsetsFirst {
    static void ask() {
        Charset.forName("ISO-8859-15");
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(CharsetsFirst::ask);
        other.start();
        ask();
        other.join();
    }
}
