package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CustomersTest {
    @Test
    void areCounted() throws Exception {
        Visits visits = new Visits();
        Together.run(visits::add, visits::add);
        assertEquals(2, visits.count());
    }

    @Test
    void payEachOther() throws Exception {
        Bank bank = new Bank();
        Account ann = new Account("Ann", 100);
        Account bob = new Account("Bob", 100);
        Together.run(() -> bank.transfer(ann, bob, 30), () -> bank.transfer(bob, ann, 10));
        assertEquals(80, ann.cents());
        assertEquals(120, bob.cents());
    }
}
