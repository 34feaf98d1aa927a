package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TillTest {
    @Test
    void takesAllThatIsHandedIn() throws Exception {
        Counter counter = new Counter();
        Till till = new Till();
        Item tea = new Item("tea", 450);
        Together.run(
            () -> {
                counter.hand(new Order(tea, 1));
                counter.hand(new Order(tea, 2));
            },
            new Clerk(counter, till, 2));
        assertEquals(1350, till.cents());
    }
}
