// check: verdict=violated kind=assertion every=true jdks=all
// One thread looks at the stack of another, then writes what it saw; main reads that first.
// Schedule: the stack is looked at before the other thread's only action, which main sees.
// No data race: the fields are volatile.
public class DumpBeforeLastAction {
    static volatile int done, seen;

    public static void main(String[] args) {
        Thread other = new Thread(() -> done = 1);
        Thread looking = new Thread(() -> seen = other.getStackTrace().length > 0 ? 2 : 1);
        other.start();
        looking.start();
        boolean lived = seen == 2;
        assert !(lived && done == 1) : "it lived then, and has done it since";
    }
}
