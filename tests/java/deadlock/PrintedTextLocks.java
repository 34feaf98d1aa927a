// check: verdict=violated kind=deadlock every=true
// `printf` asks for the text of what it prints while it has the stream.
public class PrintedTextLocks {
    private static final Object ACCOUNT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Object shown = new Object() {
            @Override
            public String toString() {
                synchronized (ACCOUNT) {
                    return "account";
                }
            }
        };
        Thread shows = new Thread(() -> System.out.printf("%s%n", shown));
        shows.start();
        synchronized (ACCOUNT) {
            System.out.println("locked");
        }
        shows.join();
    }
}
