// check: verdict=race-free
// Which providers of locales are asked is read from a property at their first use, after the default locale was asked for.
import java.text.DecimalFormatSymbols;
import java.util.Locale;

public class ProvidersSetLate {
    public static void main(String[] arguments) throws InterruptedException {
        Locale.getDefault(Locale.Category.FORMAT);
        java.util.Calendar.getAvailableCalendarTypes();
        Thread other = new Thread(() -> { });
        other.start();
        System.setProperty("java.locale.providers", "FALLBACK");
        String text = String.format("%.1f", 1.5);
        other.join();
        assert text.equals("1.5");
        assert DecimalFormatSymbols.getInstance(Locale.GERMANY).getDecimalSeparator() == '.';
    }
}
