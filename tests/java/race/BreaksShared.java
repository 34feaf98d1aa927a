// check: verdict=violated kind=data-race variable=sun.text.RuleBasedBreakIterator.text conflict=write-read|read-write|write-write
// A BreakIterator goes through one text: whoever shares it shares that.
import java.text.BreakIterator;
import java.util.Locale;

public class BreaksShared {
    public static void main(String[] args) throws InterruptedException {
        BreakIterator words = BreakIterator.getWordInstance(Locale.US);
        Thread other = new Thread(() -> words.setText("a b"));
        other.start();
        boolean isThere = words.getText() != null;
        other.join();
    }
}
