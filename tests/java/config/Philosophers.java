// Philosophers who take their forks from the left, the last one from the right if they are to be ordered.
public class Philosophers {
    public static void main(String[] arguments) throws InterruptedException {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
        boolean ordered = arguments.length > 1 && arguments[1].equals("ordered");
        Object[] forks = new Object[count];
        for (int i = 0; i < count; i++) forks[i] = new Object();
        Thread[] philosophers = new Thread[count];
        for (int i = 0; i < count; i++) {
            boolean turned = ordered && i == count - 1;
            Object first = forks[turned ? 0 : i];
            Object second = forks[turned ? i : (i + 1) % count];
            philosophers[i] = new Thread(() -> {
                synchronized (first) {
                    synchronized (second) {
                        Thread.yield();
                    }
                }
            });
            philosophers[i].start();
        }
        for (Thread philosopher : philosophers) philosopher.join();
        System.out.println(count + (ordered ? " ordered" : "") + " philosophers have eaten");
    }
}
