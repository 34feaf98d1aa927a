// check: verdict=violated kind=data-race variable=FinalReadByItsThread.name conflict=write-read|read-write jdks=all
// A constructor starts a thread that reads a final field, and assigns it then: nothing orders the two.
public class FinalReadByItsThread {
    private final Thread worker;
    private final String name;

    FinalReadByItsThread() {
        worker = new Thread(() -> length());
        worker.start();
        name = "late";
    }

    int length() {
        return name == null ? 0 : name.length();
    }

    public static void main(String[] args) throws InterruptedException {
        new FinalReadByItsThread().worker.join();
    }
}
