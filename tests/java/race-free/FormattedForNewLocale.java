// check: verdict=race-free jdks=all options=--search;dpor;--library;exact
// A locale of the program's own is known to the class library before anything is loaded: what it keeps of that is undone with it.
import java.util.Locale;

public class FormattedForNewLocale {
    static volatile boolean isThere;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> isThere = true);
        other.start();
        Locale own = Locale.forLanguageTag(isThere ? "de-CH-1996" : "fr-CA-x-own");
        String text = String.format(own, "%.1f %d", 1.5, 3);
        other.join();
        assert text.equals(own.getLanguage().equals("de") ? "1.5 3" : "1,5 3") : text;
    }
}
