// run: min=17
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.*;
import java.util.function.*;
import java.util.stream.Collectors;

/** An object-oriented simulation: accounts, commands with undo, observers, an LRU cache, a state machine, an event queue, a ledger that balances. */
public class BankSimulation {
    static class InsufficientFunds extends Exception {
        private static final long serialVersionUID = 1;
        final BigDecimal missing;
        InsufficientFunds(String account, BigDecimal missing) { super(account + " lacks " + missing); this.missing = missing; }
    }

    enum State {
        OPEN { @Override State next(String event) { return switch (event) { case "freeze" -> FROZEN; case "close" -> CLOSED; default -> this; }; } },
        FROZEN { @Override State next(String event) { return event.equals("thaw") ? OPEN : event.equals("close") ? CLOSED : this; } },
        CLOSED { @Override State next(String event) { if (event.equals("thaw")) throw new IllegalStateException("closed for good"); return this; } };
        abstract State next(String event);
    }

    static abstract class Account {
        private static int numbers = 1000;
        final String id = getClass().getSimpleName().charAt(0) + "-" + ++numbers;
        final String owner;
        private BigDecimal balance = BigDecimal.ZERO.setScale(2);
        private State state = State.OPEN;
        private final List<BiConsumer<Account, BigDecimal>> observers = new ArrayList<>();
        Account(String owner) { this.owner = Objects.requireNonNull(owner, "owner"); }
        BigDecimal balance() { return balance; }
        void observe(BiConsumer<Account, BigDecimal> o) { observers.add(o); }
        void event(String e) { state = state.next(e); }
        void change(BigDecimal by) throws InsufficientFunds {
            if (state != State.OPEN) throw new IllegalStateException(id + " is " + state);
            BigDecimal after = balance.add(by);
            if (after.compareTo(floor()) < 0) throw new InsufficientFunds(id, floor().subtract(after));
            balance = after;
            for (BiConsumer<Account, BigDecimal> o : observers) o.accept(this, by);
        }
        protected BigDecimal floor() { return BigDecimal.ZERO; }
        abstract BigDecimal interest(int days);
        @Override public String toString() { return id + "(" + owner + " " + balance + (state == State.OPEN ? "" : " " + state) + ")"; }
    }

    static class Savings extends Account {
        private final BigDecimal rate;
        Savings(String owner, String rate) { super(owner); this.rate = new BigDecimal(rate); }
        @Override BigDecimal interest(int days) { return balance().multiply(rate).multiply(BigDecimal.valueOf(days)).divide(BigDecimal.valueOf(36500), 2, RoundingMode.HALF_EVEN); }
    }

    static class Checking extends Account {
        private final BigDecimal limit;
        Checking(String owner, int limit) { super(owner); this.limit = BigDecimal.valueOf(-limit); }
        @Override protected BigDecimal floor() { return limit; }
        @Override BigDecimal interest(int days) { return balance().signum() < 0 ? balance().multiply(new BigDecimal("0.12")).multiply(BigDecimal.valueOf(days)).divide(BigDecimal.valueOf(365), 2, RoundingMode.UP) : BigDecimal.ZERO; }
    }

    interface Command { void execute() throws InsufficientFunds; void undo() throws InsufficientFunds; }

    record Transfer(Account from, Account to, BigDecimal amount) implements Command {
        Transfer { if (amount.signum() <= 0) throw new IllegalArgumentException("amount " + amount); }
        public void execute() throws InsufficientFunds { from.change(amount.negate()); try { to.change(amount); } catch (IllegalStateException e) { from.change(amount); throw e; } }
        public void undo() throws InsufficientFunds { new Transfer(to, from, amount).execute(); }
    }

    record Event(LocalDate date, int priority, String what, Runnable action) implements Comparable<Event> {
        public int compareTo(Event o) { int c = date.compareTo(o.date); return c != 0 ? c : priority != o.priority ? Integer.compare(o.priority, priority) : what.compareTo(o.what); }
    }

    static class LruCache<K, V> {
        private static class Link<K, V> { K key; V value; Link<K, V> before, after; }
        private final Map<K, Link<K, V>> index = new HashMap<>();
        private final Link<K, V> head = new Link<>();
        private final int capacity;
        int hits, misses, evictions;
        LruCache(int capacity) { this.capacity = capacity; head.before = head.after = head; }
        V get(K key, Function<? super K, ? extends V> load) {
            Link<K, V> link = index.get(key);
            if (link == null) {
                misses++;
                if (index.size() == capacity) { evictions++; index.remove(head.before.key); unlink(head.before); }
                link = new Link<>();
                link.key = key;
                link.value = load.apply(key);
                index.put(key, link);
            } else { hits++; unlink(link); }
            link.after = head.after; link.before = head; head.after.before = link; head.after = link;
            return link.value;
        }
        private void unlink(Link<K, V> l) { l.before.after = l.after; l.after.before = l.before; }
        @Override public String toString() { StringJoiner j = new StringJoiner(" ", "[", "]"); for (Link<K, V> l = head.after; l != head; l = l.after) j.add(l.key + "=" + l.value); return j.toString(); }
    }

    static class Bank {
        final Map<String, Account> accounts = new TreeMap<>();
        final Deque<Command> history = new ArrayDeque<>();
        final PriorityQueue<Event> agenda = new PriorityQueue<>();
        final List<String> journal = new ArrayList<>();
        BigDecimal moved = BigDecimal.ZERO;
        Account open(Account a) { accounts.put(a.id, a); a.observe((x, by) -> moved = moved.add(by)); return a; }
        boolean run(Command c) {
            try { c.execute(); history.push(c); return true; }
            catch (InsufficientFunds e) { journal.add("refused: " + e.getMessage()); }
            catch (IllegalStateException e) { journal.add("failed: " + e.getMessage()); }
            return false;
        }
        int undo(int n) throws InsufficientFunds { int done = 0; while (done < n && !history.isEmpty()) { history.pop().undo(); done++; } return done; }
        BigDecimal total() { return accounts.values().stream().map(Account::balance).reduce(BigDecimal.ZERO, BigDecimal::add); }
        void simulate(LocalDate until) { while (!agenda.isEmpty() && !agenda.peek().date().isAfter(until)) { Event e = agenda.poll(); journal.add(e.date() + " " + e.what()); e.action().run(); } }
    }

    public static void main(String[] args) throws Exception {
        Bank bank = new Bank();
        Account ann = bank.open(new Savings("Ann", "2.5")), bob = bank.open(new Checking("Bob", 100)), cat = bank.open(new Checking("Cat", 0));
        ann.change(new BigDecimal("1000.00"));
        bob.change(new BigDecimal("50.25"));
        System.out.println(bank.accounts.values() + " total " + bank.total());
        System.out.println(bank.run(new Transfer(ann, bob, new BigDecimal("300.10"))) + " " + bank.run(new Transfer(bob, cat, new BigDecimal("450.35"))) + " " + bank.run(new Transfer(bob, cat, new BigDecimal("0.01"))) + " " + bank.run(new Transfer(cat, ann, new BigDecimal("450.36"))));
        System.out.println(bank.accounts.values() + " total " + bank.total() + " moved " + bank.moved + " " + bank.journal);
        cat.event("freeze");
        System.out.println(bank.run(new Transfer(cat, ann, BigDecimal.ONE)) + " " + bank.run(new Transfer(ann, cat, BigDecimal.TEN)) + " " + ann + " " + cat);
        cat.event("thaw");
        System.out.println(bank.undo(5) + " undone " + bank.accounts.values());
        for (Supplier<Object> bad : List.<Supplier<Object>>of(() -> new Transfer(ann, bob, BigDecimal.ZERO), () -> new Savings(null, "1"), () -> new Savings("x", "one"), () -> { cat.event("close"); cat.event("thaw"); return cat; })) {
            try {
                System.out.println(bad.get());
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        bank.journal.clear();
        LocalDate start = LocalDate.of(2024, 1, 31);
        for (int m = 0; m < 12; m++) {
            LocalDate day = start.plusMonths(m);
            bank.agenda.add(new Event(day, 1, "interest", () -> { for (Account a : bank.accounts.values()) { BigDecimal i = a.interest(day.lengthOfMonth()); try { if (i.signum() != 0) a.change(i); } catch (InsufficientFunds | IllegalStateException e) { bank.journal.add("  " + e.getMessage()); } } }));
            bank.agenda.add(new Event(day, 5, "salary", () -> { try { bob.change(new BigDecimal("12.5")); } catch (InsufficientFunds e) { throw new AssertionError(e); } }));
            if (m % 4 == 1) bank.agenda.add(new Event(day, 9, "rent", () -> bank.run(new Transfer(bob, ann, new BigDecimal("77.77")))));
        }
        bank.simulate(LocalDate.of(2024, 9, 15));
        bank.journal.forEach(System.out::println);
        System.out.println(bank.accounts.values() + " agenda " + bank.agenda.size() + " total " + bank.total() + " equals moved " + bank.total().equals(bank.moved));
        LruCache<Integer, Integer> cache = new LruCache<>(5);
        Random r = new Random(1);
        long sum = 0;
        for (int i = 0; i < 3000; i++) sum += cache.get((int) Math.abs(r.nextGaussian() * 4), k -> k * k);
        System.out.println(cache + " " + sum + " hits " + cache.hits + " misses " + cache.misses + " evictions " + cache.evictions);
        Random trades = new Random(99);
        List<Account> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) { Account a = bank.open(i % 3 == 0 ? new Savings("s" + i, "1") : new Checking("c" + i, 50)); a.change(BigDecimal.valueOf(10000, 2)); many.add(a); }
        BigDecimal before = bank.total();
        int ok = 0;
        for (int i = 0; i < 1500; i++) if (bank.run(new Transfer(many.get(trades.nextInt(20)), many.get(trades.nextInt(20)), BigDecimal.valueOf(1 + trades.nextInt(9000), 2)))) ok++;
        System.out.println(ok + " of 1500, conserved " + before.equals(bank.total()) + " richest " + many.stream().max(Comparator.comparing(Account::balance)).get() + " " + many.stream().collect(Collectors.partitioningBy(a -> a.balance().signum() < 0, Collectors.counting())));
        System.out.println(bank.undo(10000) + " undone, all at 100.00 " + many.stream().allMatch(a -> a.balance().toString().equals("100.00")));
    }
}
