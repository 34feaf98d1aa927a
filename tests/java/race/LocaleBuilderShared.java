// check: verdict=violated kind=data-race variable=sun.util.locale.InternalLocaleBuilder.language conflict=write-read|read-write jdks=all
// A builder of locales keeps its parts in an object of the class library's own books, which is the
// program's all the same.
import java.util.Locale;

public class LocaleBuilderShared {
    public static void main(String[] arguments) throws InterruptedException {
        Locale.Builder builder = new Locale.Builder();
        Thread other = new Thread(() -> builder.setLanguage("sv"));
        other.start();
        Locale built = builder.build();
        other.join();
        assert built.getLanguage().isEmpty() || built.getLanguage().equals("sv");
    }
}
