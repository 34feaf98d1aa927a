// check: verdict=violated kind=data-race variable=sun.util.calendar.ZoneInfo.rawOffsetDiff|sun.util.calendar.ZoneInfo.rawOffset conflict=write-read|read-write jdks=all
// A time zone by name is one of the class library's own sorts.
import java.util.TimeZone;

public class TimeZoneShifted {
    public static void main(String[] arguments) {
        TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
        new Thread(() -> zone.setRawOffset(3)).start();
        zone.getOffset(0L);
    }
}
