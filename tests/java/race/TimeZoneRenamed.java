// check: verdict=violated kind=data-race variable=java.util.TimeZone.ID conflict=write-read|read-write jdks=all
// Of a time zone only what it computes for itself is trusted, not what it is told.
import java.util.SimpleTimeZone;
import java.util.TimeZone;

public class TimeZoneRenamed {
    public static void main(String[] arguments) {
        TimeZone zone = new SimpleTimeZone(3_600_000, "one");
        new Thread(() -> zone.setID("other")).start();
        zone.getID();
    }
}
