package shop;

/** Moves money from one account to another. */
public final class Bank {
    // The mistake: two transfers of opposite directions take the same locks in opposite orders.
    public void transfer(Account from, Account to, long cents) {
        synchronized (from) {
            synchronized (to) {
                from.add(-cents);
                to.add(cents);
            }
        }
    }
}
