// everyday-buggy: kind=data-race variable=java.util.Calendar.time
// Two tasks share a SimpleDateFormat, which is not thread-safe: both write its calendar, in every schedule.
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class DateFormatShared {
    static final SimpleDateFormat YEAR = new SimpleDateFormat("yyyy");

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        long day = 24L * 60 * 60 * 1000;
        Future<String> past = pool.submit(() -> YEAR.format(new Date(300 * day)));
        Future<String> later = pool.submit(() -> YEAR.format(new Date(600 * day)));
        pool.shutdown();
        assert past.get().equals("1970") && later.get().equals("1971");
    }
}
