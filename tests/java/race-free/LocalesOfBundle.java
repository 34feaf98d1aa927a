// check: verdict=race-free jdks=all
// Two threads ask for a bundle, for which the class library keeps a list of locales that either has made. Race-free: whoever gets
// it has it from a concurrent map.

import java.util.ListResourceBundle;
import java.util.ResourceBundle;

public class LocalesOfBundle {
    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"key", "value"}};
        }
    }

    static void ask() {
        assert ResourceBundle.getBundle("LocalesOfBundle$Words").getString("key").equals("value");
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(LocalesOfBundle::ask);
        other.start();
        ask();
        other.join();
    }
}
