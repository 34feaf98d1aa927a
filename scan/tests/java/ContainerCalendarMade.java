// scan: candidates=java.util.Calendar.isTimeSet,java.*,sun.util.calendar.*
// races: java.util.Calendar.*
// Two threads set a calendar that the class library has made.
import java.util.Calendar;

public class ContainerCalendarMade {
    public static void main(String[] none) {
        Calendar shared = Calendar.getInstance();
        new Thread(() -> shared.set(Calendar.YEAR, 2000)).start();
        shared.set(Calendar.YEAR, 2001);
    }
}
