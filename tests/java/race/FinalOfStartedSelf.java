// check: verdict=violated kind=data-race variable=FinalOfStartedSelf.text conflict=write-read|read-write jdks=all
// As FinalReadByItsThread, the object being the thread: it is the first one that is started.
public class FinalOfStartedSelf extends Thread {
    private final String text;

    FinalOfStartedSelf() {
        start();
        text = "late";
    }

    @Override
    public void run() {
        if (text == null) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new FinalOfStartedSelf().join();
    }
}
