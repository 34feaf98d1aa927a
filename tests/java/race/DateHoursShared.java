// check: verdict=violated kind=data-race variable=sun.util.calendar.CalendarDate.normalized|sun.util.calendar.CalendarDate.hours conflict=write-read|read-write jdks=all
// What a date is made of, once it was asked for its hours, lies in an object of the class library's.
import java.util.Date;

public class DateHoursShared {
    @SuppressWarnings("deprecation")
    public static void main(String[] arguments) {
        Date date = new Date(0);
        date.getHours();
        new Thread(() -> date.setHours(3)).start();
        date.getHours();
    }
}
