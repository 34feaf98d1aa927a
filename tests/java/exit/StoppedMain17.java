// check: verdict=violated kind=exit-status status=1 max=17
// ThreadDeath ends main in some schedules. Up to JDK 19 `java` says nothing of it, but it exits with 1.
public class StoppedMain17 {
    static volatile int seen;

    public static void main(String[] arguments) {
        new Thread(() -> seen = 1).start();
        if (seen == 1) {
            throw new ThreadDeath();
        }
    }
}
