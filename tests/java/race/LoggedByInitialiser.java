// check: verdict=violated kind=data-race variable=LoggedByInitialiser.told conflict=write-write|write-read|read-write jdks=all
// What the class library's initialiser has to say of a wrong property goes to a handler of the
// program's, whose accesses are steps like any.
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

public class LoggedByInitialiser {
    static int told;

    public static void main(String[] arguments) {
        System.setProperty("java.locale.providers", "NONE_SUCH");
        Logger.getLogger("").addHandler(new Handler() {
            public void publish(LogRecord record) {
                told++;
            }

            public void flush() { }

            public void close() { }
        });
        new Thread(() -> String.format("%d", 1)).start();
        told++;
    }
}
