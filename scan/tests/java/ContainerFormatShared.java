// scan: candidates=java.util.Calendar.time,java.*,sun.util.calendar.* gaps=deep
// races: java.util.Calendar.*
// Two threads format dates by one format, which keeps a calendar and what it writes with.
import java.text.SimpleDateFormat;
import java.util.Date;

public class ContainerFormatShared {
    public static void main(String[] none) {
        SimpleDateFormat shared = new SimpleDateFormat("yyyy");
        new Thread(() -> shared.format(new Date(0))).start();
        shared.format(new Date(1));
    }
}
