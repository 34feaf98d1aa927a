// run: min=17 exit=1
import java.util.ArrayDeque;
import java.util.Deque;

/** The main thread dies of an exception; the others finish their work, and the status is still that of main. */
public class ConcUncaughtMain {
    static class LedgerException extends RuntimeException {
        private static final long serialVersionUID = 1;

        LedgerException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Carries on for as long as it has work, whatever became of the thread that started it. */
    static class Clerk extends Thread {
        private final Thread employer;
        private final Deque<Integer> sheets = new ArrayDeque<>();

        Clerk(Thread employer, int count) {
            super("clerk");
            this.employer = employer;
            for (int i = 1; i <= count; i++) {
                sheets.add(i * i);
            }
        }

        @Override
        public void run() {
            try {
                employer.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println(employer.getName() + " is " + employer.getState() + ", alive " + employer.isAlive());
            int sum = 0;
            while (!sheets.isEmpty()) {
                sum += sheets.remove();
            }
            System.out.println("the clerk still added up " + sum);
            Thread apprentice = new Thread(() -> System.out.println("and so did the apprentice"), "apprentice");
            apprentice.start();
        }
    }

    static int balance(int[] entries, int from) {
        try {
            return entries[from] / entries[from + 1];
        } catch (ArithmeticException e) {
            throw new LedgerException("entry " + (from + 1) + " is zero", e);
        }
    }

    static int audit(int[] entries) {
        int total = 0;
        for (int i = 0; i + 1 < entries.length; i++) {
            total += balance(entries, i);
        }
        return total;
    }

    public static void main(String[] args) {
        new Clerk(Thread.currentThread(), 10).start();
        System.out.println("audit of the first ledger: " + audit(new int[] {100, 10, 5, 1}));
        try {
            System.out.println("audit of the second ledger: " + audit(new int[] {9, 3, 0, 2}));
        } finally {
            System.out.println("finally in main");
        }
        System.out.println("never printed");
    }
}
