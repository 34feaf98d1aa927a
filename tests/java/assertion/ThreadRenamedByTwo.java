// check: verdict=violated kind=assertion every=true
// Two threads rename a third one; the last one has its way.
// Schedule: the second one renames it first.
public class ThreadRenamedByTwo {
    public static void main(String[] args) throws InterruptedException {
        Thread renamed = new Thread(() -> { });
        Thread first = new Thread(() -> renamed.setName("1"));
        Thread second = new Thread(() -> renamed.setName("2"));
        first.start();
        second.start();
        first.join();
        second.join();
        assert renamed.getName().equals("2");
    }
}
