// check: verdict=violated kind=assertion every=true jdks=all
// The default locale changes while a text is formatted: what was loaded for the first one is not taken for the second.
import java.util.Locale;

public class FormattedElsewhere {
    public static void main(String[] arguments) {
        new Thread(() -> Locale.setDefault(Locale.GERMANY)).start();
        String text = String.format("%.1f", 1.5);
        assert !text.equals("1,5");
    }
}
