/**
 * Runs a client of a class of the library: some threads, each with a sequence of operations.
 *
 * Arguments: the client, and for each thread its operations' numbers, separated by commas; `i` before a
 * number interrupts that thread. What all of it came to is in {@link #outcome} at the end.
 */
public class Clients {
    /** What each operation gave, and what was seen when all threads had ended. */
    static String outcome;

    /** Written plainly by each thread before its operations. */
    static int[] before = new int[3];

    /** A client: an object of the library, and operations on it. */
    interface Client {
        /** Performs the operation of a number for a thread; what it gives is part of the outcome. */
        Object perform(int operation, int me) throws Exception;

        /** The thread from which a result comes: what it did before is seen, then. -1 for none. */
        default int from(Object result) {
            return -1;
        }

        /** What is seen when all threads have ended. */
        default Object end() {
            return "";
        }
    }

    public static void main(String[] args) throws Exception {
        Client client = (Client) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        StringBuilder[] results = new StringBuilder[args.length - 1];
        Thread[] threads = new Thread[results.length];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            StringBuilder told = results[i] = new StringBuilder();
            String[] operations = args[i + 1].split(",");
            threads[i] = new Thread(() -> perform(client, me, operations, threads, told));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        StringBuilder all = new StringBuilder();
        for (StringBuilder told : results) {
            all.append(told).append('|');
        }
        outcome = all.append(client.end()).toString();
    }

    private static void perform(
            Client client, int me, String[] operations, Thread[] threads, StringBuilder told) {
        before[me] = 1;
        for (String operation : operations) {
            if (operation.charAt(0) == 'i') {
                threads[operation.charAt(1) - '0'].interrupt();
                continue;
            }
            try {
                Object result = client.perform(Integer.parseInt(operation), me);
                told.append(result).append(' ');
                int from = client.from(result);
                if (from >= 0) {
                    told.append(before[from]);
                }
            } catch (Exception e) {
                told.append(e.getClass().getSimpleName()).append(' ');
            }
        }
    }
}
