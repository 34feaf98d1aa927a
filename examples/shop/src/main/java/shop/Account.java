package shop;

/** What a customer has, or the shop. Its monitor guards the balance. */
public final class Account {
    private final String owner;
    private long cents;

    public Account(String owner, long cents) {
        this.owner = owner;
        this.cents = cents;
    }

    public String owner() {
        return owner;
    }

    public synchronized long cents() {
        return cents;
    }

    synchronized void add(long more) {
        cents += more;
    }
}
