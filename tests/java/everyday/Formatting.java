// everyday: String.format from three threads
public class Formatting {
    public static void main(String[] args) throws InterruptedException {
        String[] texts = new String[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> texts[number] = String.format("%03d %s", number, "x"));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert texts[2].equals("002 x");
    }
}
