// check: verdict=race-free options=--trusted=TrustedOrdered$Account jdks=all
// Two threads use an account that is trusted; one of its variables races, so that threads are
// switched there, the other is guarded, so that they are not. Race-free: what is trusted may race.
public class TrustedOrdered {
    static class Account {
        private int balance;
        private int uses;

        void pay(int amount) {
            uses++;
            synchronized (this) {
                for (int i = 0; i < 5; i++) {
                    balance += amount;
                }
            }
        }

        synchronized int balance() {
            return balance;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Runnable pays = () -> {
            account.pay(1);
            account.pay(2);
        };
        Thread one = new Thread(pays);
        Thread other = new Thread(pays);
        one.start();
        other.start();
        one.join();
        other.join();
        assert account.balance() == 30;
    }
}
