// scan: candidates=Example21Hoisted$Item.g
// races: Example21Hoisted$Item.g
// Example 2.1, but y is made once, before the loop.
// Racy: all owners lead to the one Item, and their monitors differ.
// Twin: Example21.java
public class Example21Hoisted {
    static final class Item {
        int g;
    }

    static final class Owner {
        Item f;

        void touch() {
            synchronized (this) {
                f.g++;
            }
        }
    }

    public static void main(String[] args) {
        Item y = new Item();
        for (int i = 0; i < 2; i++) {
            Owner x = new Owner();
            x.f = y;
            new Thread(x::touch).start();
        }
    }
}
