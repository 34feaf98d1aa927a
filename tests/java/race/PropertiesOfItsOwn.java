// check: verdict=violated kind=data-race variable=PropertiesOfItsOwn$Counting.asked conflict=write-write|write-read|read-write jdks=all
// Properties of the program's own, which the class library's initialisers ask.
import java.util.Properties;

public class PropertiesOfItsOwn {
    static class Counting extends Properties {
        int asked;

        @Override
        public String getProperty(String key) {
            if (key.equals("java.locale.providers")) {
                asked++;
            }
            return super.getProperty(key);
        }
    }

    public static void main(String[] arguments) {
        Counting counting = new Counting();
        counting.putAll(System.getProperties());
        System.setProperties(counting);
        new Thread(() -> String.format("%d", 1)).start();
        counting.asked++;
    }
}
