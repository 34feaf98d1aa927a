// check: verdict=violated kind=assertion
// A thread that another one starts is looked at: it may be started by then, or not.
// Schedule: the starter starts it before main looks.
// No data race: the field is final.
public class StartSeen {
    static final Thread LATE = new Thread(() -> {
    });

    public static void main(String[] args) {
        new Thread(LATE::start).start();
        assert LATE.getState() == Thread.State.NEW;
    }
}
