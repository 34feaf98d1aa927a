import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A bank with a mistake. Balances are guarded by the locks of their accounts, but the counter of transfers is not
 * guarded by anything: two threads may read the same value, and a transfer is lost from the count.
 * Under java the result differs from run to run. Under raceproof run it is the same every time.
 */
public class Transfers {
    record Receipt(int from, int to, long amount) {
        @Override
        public String toString() {
            return "%d -> %d: %d".formatted(from, to, amount);
        }
    }

    static final class Account {
        final int id;
        private long balance;

        Account(int id, long balance) {
            this.id = id;
            this.balance = balance;
        }

        synchronized long balance() {
            return balance;
        }
    }

    static int transfers; // the mistake: shared, and neither volatile nor guarded

    static Receipt transfer(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to; // one order for all threads: no deadlock
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
        int count = transfers;
        Thread.yield(); // another thread is welcome here, and takes its chance
        transfers = count + 1;
        return new Receipt(from.id, to.id, amount);
    }

    public static void main(String[] arguments) throws Exception {
        List<Account> accounts = new ArrayList<>();
        for (int id = 0; id < 4; id++) {
            accounts.add(new Account(id, 100));
        }
        int tellers = 3;
        int each = 5;
        List<List<Receipt>> books = new ArrayList<>();
        CountDownLatch closed = new CountDownLatch(tellers);
        ExecutorService pool = Executors.newFixedThreadPool(tellers);
        for (int teller = 0; teller < tellers; teller++) {
            List<Receipt> book = new ArrayList<>();
            books.add(book);
            pool.execute(() -> {
                for (int i = 0; i < each; i++) {
                    ThreadLocalRandom random = ThreadLocalRandom.current();
                    int from = random.nextInt(4);
                    int to = (from + 1 + random.nextInt(3)) % 4;
                    book.add(transfer(accounts.get(from), accounts.get(to), random.nextInt(1, 50)));
                }
                closed.countDown();
            });
        }
        closed.await();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);

        for (List<Receipt> book : books) {
            System.out.println(book.stream().map(Receipt::toString).collect(Collectors.joining("; ")));
        }
        long total = accounts.stream().mapToLong(Account::balance).sum();
        System.out.println("balances " + accounts.stream().map(Account::balance).toList() + ", together " + total);
        System.out.println("transfers made " + tellers * each + ", counted " + transfers);
    }
}
