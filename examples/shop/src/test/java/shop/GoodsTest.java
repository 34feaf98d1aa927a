package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GoodsTest {
    private final Item tea = new Item("tea", 450);
    private final Item cup = new Item("cup", 300);
    private Stock stock;

    @BeforeEach
    void fill() {
        stock = new Stock(5);
    }

    @Test
    void leaveTheStock() throws Exception {
        Together.run(stock::take, stock::take);
        assertEquals(3, stock.left());
    }

    @Test
    void haveOneThatIsCheapest() throws Exception {
        Prices prices = new Prices(tea, cup);
        Together.run(() -> assertEquals(cup, prices.cheapest()), () -> assertEquals(cup, prices.cheapest()));
    }

    @Test
    void areFoundByAll() throws Exception {
        Catalog catalog = new Catalog(tea, cup);
        Together.run(() -> assertEquals(tea, catalog.find("tea")), () -> assertEquals(cup, catalog.find("cup")));
        assertEquals(2, catalog.size());
    }
}
